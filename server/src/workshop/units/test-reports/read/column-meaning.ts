import type { ReportField } from '@reprise/contract/workshop/units/report-tools';

/** Names of fields by their words without blanks, as tools write them. */
const namesOf: Partial<Record<ReportField, string>> = {
  device: 'device devicenumber number unit unitnumber label',
  imei: 'imei imei1 imeino imeinumber imeimeid primaryimei deviceimei imeiesn imeinr',
  imei2: 'imei2 secondimei secondaryimei imeisecond imei2number imeislot2',
  serial: `serial serialnumber serialno serialnr sn deviceserial deviceserialnumber devicesn computerserial systemserial
    chassisserial chassisserialnumber systemserialnumber seriennummer serialid numerodeserie numeroserie`,
  meid: 'meid',
  eid: 'eid',
  reference: `report reference reportid reportnumber reportno reportuuid transactionid testid jobid sessionid documentid
    reportreference testnumber diagnosticid diagnosticsid`,
  testedAt: `testedat testdate testtime datetime date deviceupdateddate updatedtimestamp orderdate completedat
    completiondate generatedat reportdate finishedat testedon datetested processeddate connectiontime timestamp datum`,
  brand: 'brand make manufacturer oem hersteller',
  model: `model modelname devicename devicemodel marketname marketingname friendlyname productname systemmodel
    systemname devicemodelname modell`,
  storage:
    'storage memory capacity memorysize storagesize storagecapacity devicecapacity internalstorage disksize speicher',
  color: 'color colour devicecolor devicecolour farbe',
  battery: `battery battery% batteryhealth batteryhealth% batteryhealthpercentage batteryhealthpercent batteryhealthmetric
    batterycondition% batterysoh soh stateofhealth maximumcapacity batterymaximumcapacity akku akku% akkuzustand
    batterymaxcapacity batteryhealthpct`,
  batteryDesign:
    'batterydesigncapacity batterydesignmaxcapacity designcapacity batterycapacitydesign originalcapacity',
  batteryFull:
    'batteryfullchargecapacity batterycurrentmaxcapacity fullchargecapacity batteryfullcapacity currentmaxcapacity',
  cycles:
    'cycles cyclecount batterycycle batterycycles batterycyclecount chargecycles batterychargecycles ladezyklen',
  passed: 'passed testspassed passedtests passedtest',
  failed: 'failed testsfailed failedtests failedtest failures failedcomponents',
  pending: 'pending testspending pendingtests nottested untested',
  verdict: `working result testresult testsresult overallresult overallstatus overall verdict diagnosticsresult diagnosticresult
    functionalresult functionalstatus teststatus diagnosticsstatus`,
  grade: 'grade cosmeticgrade finalgrade grading devicegrade visualgrade',
  accountLock: `devicelock accountlock fmi fmip fmistatus findmy findmyiphone findmyphone findmydevice icloud icloudlock
    icloudstatus activationlock cloudlock googlelock frp frplock googleaccount googleaccountlock samsunglock
    samsungaccount reactivationlock factoryresetprotection`,
  management:
    'mdm mdmlock mdmstatus mdmlocked management companymanagement remotemanagement dep depstatus enrolled supervised',
  blacklist: `esn esnstatus blacklist blackliststatus blacklisted blacklistcheck imeistatus imeiblacklist gsmablacklist
    gsmastatus gsma prologblacklisted prologgraylisted graylisted`,
  finance:
    'finance financed financing financestatus financelock unpaidinstallments unpaidbalance installments',
  carrierLock: `simlock simlocked simlockstatus carrierlock carrierlocked networklock networklocked unlockstatus unlocked
    prologsimlock simstatus network1 network2 carrierlockstatus`,
  carrier: 'carrier network operator initialcarrier carriername networkoperator netz',
  parts: 'parts partslist oemparts partshistory partsandservicehistory partsstatus genuineparts',
  erased: `erased wiped erasurestatus erasureresult erasestatus eraseresult erasuresuccess wipestatus wiperesult datawiped
    dataerased dataerasure datadestruction sanitized sanitised sanitizationresult erasurestate`,
  erasureMethod: `erasuremethod erasemethod erasetype erasuretype erasurestandard erasurestandardname wipemethod wipestandard
    wipetype sanitizationmethod sanitisationmethod nistmethodtype nistmethod erasurealgorithm`,
  erasureBegan:
    'erasurestart erasurebegin erasurestarttime erasurestarted erasestart erasestarttime wipestart wipestarttime wipebegin',
  erasureEnded: `erasureend erasureendtime erasurefinished eraseend eraseendtime wipeend wipeendtime wipefinished erasuredate
    wipedate erasedat wipedat erasedon erasurecompleted`,
  erasureReport: `erasurereport erasurereportid erasurereportnumber erasurereportuuid erasurecertificate certificatenumber
    certificateid erasureid wipereport wipereportid erasurereference`,
  erasureErrors: `verifyerrors passerrors failedsectors totalerrors syncerrors erasureerrors wipeerrors badsectors
    remappedsectors`,
  mediaSerial: `mediaserial mediaserialnumber diskserial diskserialnumber driveserial driveserialnumber hddserial
    hddserialnumber ssdserial ssdserialnumber storageserial storageserialnumber harddriveserial harddriveserialnumber`,
  mediaModel: 'mediamodel diskmodel drivemodel hddmodel ssdmodel storagemodel',
  mediaType: 'mediatype disktype drivetype storagetype interfacetype diskinterface',
  toolVersion: 'toolversion softwareversion authorproductversion metadataversion',
  progress: 'status requeststatus orderstatus',
  note: 'note notes comment comments remark remarks bemerkung bemerkungen',
};

const fieldOf = new Map<string, ReportField>();
for (const [field, names] of Object.entries(namesOf)) {
  for (const name of names.split(/\s+/)) fieldOf.set(name, field as ReportField);
}

const words = (text: string) => new Set(text.split(' '));
/** Words that tell what the rest of a name belongs to. */
const erasureWords = words(
  'erasure erasures erase erasing wipe wiping wiped sanitization sanitisation sanitize operation',
);
const mediaWords = words('disk disks drive drives media medium hdd ssd nvme target storage harddrive');
const batteryWords = words('battery batteries mobilebattery akku');
const testWords = words('tests test diagnostics diagnostic');
const partWords = new Set(['parts', 'oem parts', 'parts history', 'parts and service history']);
/** Numbers and results of these are not those of the device. */
const foreignWords = words(
  'processor processors cpu memory ram rammodule module display displays monitor video card cards graphics adapter adapters ' +
    'usb keyboard charger charge motherboard bios organization organisation customer contact person previous owner supplier vendor ' +
    'user address warehouse network networks wifi bluetooth sim1 sim2 part parts software os operating',
);
const neutralWords = words(
  'blancco data report reports hardware system device phone mobile attributes info information result results details ' +
    'description metadata record identity identification summary jobs job check checks lock locks status record general basic ' +
    'identifiers main body response transaction asset product specs fields document log entry code',
);

export type Context = { isErasure: boolean; isMedia: boolean; isBattery: boolean; isTest: boolean };

/** Names that mean something only beside their context. */
const inErasure: Record<string, ReportField> = {
  state: 'erased',
  status: 'erased',
  result: 'erased',
  success: 'erased',
  actionresult: 'erased',
  actionresultindex: 'erased',
  method: 'erasureMethod',
  standard: 'erasureMethod',
  standardname: 'erasureMethod',
  algorithm: 'erasureMethod',
  type: 'erasureMethod',
  starttime: 'erasureBegan',
  start: 'erasureBegan',
  begin: 'erasureBegan',
  startedat: 'erasureBegan',
  stepsstarttime: 'erasureBegan',
  endtime: 'erasureEnded',
  end: 'erasureEnded',
  finishedat: 'erasureEnded',
  endedat: 'erasureEnded',
  stepsendtime: 'erasureEnded',
  date: 'erasureEnded',
  errors: 'erasureErrors',
};
const inMedia: Record<string, ReportField> = {
  serial: 'mediaSerial',
  serialno: 'mediaSerial',
  serialnumber: 'mediaSerial',
  sn: 'mediaSerial',
  model: 'mediaModel',
  type: 'mediaType',
  interface: 'mediaType',
  interfacetype: 'mediaType',
};
const inBattery: Record<string, ReportField> = {
  health: 'battery',
  healthpercentage: 'battery',
  healthpercent: 'battery',
  healthmetric: 'battery',
  soh: 'battery',
  maximumcapacity: 'battery',
  cyclecount: 'cycles',
  cycles: 'cycles',
  designcapacity: 'batteryDesign',
  fullchargecapacity: 'batteryFull',
};

const has = (group: Set<string>, context: string[]) => context.some((word) => group.has(word));

export function contextOf(path: readonly string[]): Context {
  const context = path.flatMap((name) => name.split(' '));
  return {
    isErasure: has(erasureWords, context),
    isMedia: has(mediaWords, context),
    isBattery: has(batteryWords, context),
    isTest: has(
      testWords,
      path.slice(0, -1).flatMap((name) => name.split(' ')),
    ),
  };
}

/**
 * Returns the field that the names of a value mean; null if they are not certain. The names before the field must be
 * known, so that the serial number of a supplier or a drive is not taken for that of the device.
 */
export function meaningOf(path: readonly string[]): ReportField | null {
  const all = path.flatMap((name) => name.split(' ')).filter(Boolean);
  if (path[0] === 'user data') return null;
  if (path.length > 1 && path.slice(0, -1).some((name) => partWords.has(name))) return 'parts';
  const whole = fieldOf.get(all.join(''));
  if (whole && path.length === 1) return whole;
  for (let start = Math.max(0, all.length - 4); start < all.length; start += 1) {
    const leaf = all.slice(start).join('');
    const field = fieldInContext(leaf, all.slice(0, start));
    if (field) return field;
  }
  return null;
}

function fieldInContext(leaf: string, before: string[]): ReportField | null {
  const context = before.filter((word) => !neutralWords.has(word) && !/^\d+$/.test(word));
  const isErasure = has(erasureWords, context);
  const isMedia = has(mediaWords, context);
  if (isErasure || isMedia) {
    const isUnknown = context.some(
      (word) => !erasureWords.has(word) && !mediaWords.has(word) && !['root', 'steps'].includes(word),
    );
    if (isUnknown) return null;
    // A drive has its own type beside that of the erasure: the names nearest to the value count.
    const nearest =
      [...context].reverse().find((word) => erasureWords.has(word) || mediaWords.has(word)) ?? '';
    if (mediaWords.has(nearest)) return inMedia[leaf] ?? (isErasure ? (inErasure[leaf] ?? null) : null);
    return inErasure[leaf] ?? inMedia[leaf] ?? erasureField(fieldOf.get(leaf));
  }
  if (context.length > 0 && context.every((word) => batteryWords.has(word))) return inBattery[leaf] ?? null;
  if (context.some((word) => foreignWords.has(word))) return null;
  if (context.length > 0) return null;
  return fieldOf.get(leaf) ?? null;
}

const erasureField = (field: ReportField | undefined) =>
  field && (field.startsWith('erasure') || field.startsWith('media')) ? field : null;
