import { existsSync, globSync } from 'node:fs';
import webdriver from 'selenium-webdriver';
import { vi } from 'vitest';
import { freePort } from '../../server/test/free-port.ts';
import { type Needed, startEngine } from './engine.ts';

const driverPath = '/usr/bin/WebKitWebDriver';
const displayPath = '/usr/bin/Xvfb';
/** Returns the path of WebKitGTK's browser, whose folder names architecture and version. */
const findBrowser = () => globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser')[0];

export const webkitPackages: Needed = {
  packages: ['webkit2gtk-driver', 'xvfb'],
  isInstalled: () => existsSync(driverPath) && existsSync(displayPath) && findBrowser() !== undefined,
};

/** Starts WebKitGTK on a display of its own and drives it by WebDriver. */
export const startWebkit = () =>
  startEngine(async (run) => {
    const screen = ['-screen', '0', '1366x900x24', '-nolisten', 'tcp'];
    const display = run(displayPath, ['-displayfd', '1', ...screen]);
    const [, number] = await display.waitFor(/^(\d+)\n/);
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    run(driverPath, [`--port=${port}`, '--host=127.0.0.1'], { DISPLAY: `:${number}` });
    // The driver prints nothing when it listens.
    await vi.waitFor(() => fetch(`${url}/status`), { timeout: 30_000 });
    const capabilities = new webdriver.Capabilities({
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': { binary: findBrowser(), args: ['--automation'] },
    });
    const driver = await new webdriver.Builder().usingServer(url).withCapabilities(capabilities).build();
    return {
      open: (address) => driver.get(address),
      evaluate: (expression) => driver.executeScript(`return (${expression})`),
      clickAt: (point) => driver.actions().move(point).click().perform(),
      type: (text) => driver.actions().sendKeys(text).perform(),
      quit: () => driver.quit(),
    };
  });
