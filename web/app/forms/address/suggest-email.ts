import { POPULAR_DOMAINS, run } from '@zootools/email-spell-checker';

/** Mail services, the largest first: of several equally near ones the first is suggested. */
const mailServices =
  'gmail.com yahoo.com hotmail.com outlook.com aol.com icloud.com mac.com me.com msn.com live.com comcast.net verizon.net att.net sbcglobal.net cox.net charter.net earthlink.net bellsouth.net gmx.net gmx.de gmx.com gmx.at web.de t-online.de freenet.de mail.com mail.ru yandex.com yandex.ru proton.me protonmail.com pm.me tutanota.com tuta.com fastmail.com fastmail.fm hey.com zoho.com hushmail.com yahoo.co.uk yahoo.ca hotmail.co.uk hotmail.fr live.co.uk outlook.fr btinternet.com virginmedia.com sky.com talktalk.net ntlworld.com rogers.com shaw.ca sympatico.ca telus.net videotron.ca bell.net orange.fr free.fr wanadoo.fr laposte.net sfr.fr libero.it virgilio.it telenet.be skynet.be ziggo.nl kpnmail.nl hetnet.nl bluewin.ch qq.com 163.com 126.com naver.com rediffmail.com ymail.com rocketmail.com duck.com posteo.de mailbox.org juno.com optonline.net frontier.com windstream.net googlemail.com email.com inbox.com usa.com post.com';
/** Other domains that are a letter away from a mail service. */
const others = 'apple.com cs.com dell.com hp.com ibm.com intel.com mit.edu';
const domains = [...`${mailServices} ${others}`.split(' '), ...POPULAR_DOMAINS];

/** Returns the address that was probably meant, if its domain is nearly that of a well-known mail service; else null. */
export function suggestEmail(email: string): string | null {
  // Endings are not corrected: new ones such as .shop are all a letter away from an old one.
  return run({ email, domains, topLevelDomains: [], secondLevelDomains: [] })?.full ?? null;
}
