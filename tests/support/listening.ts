// Uses a page as a screen reader does: finds elements by role and name in Chromium's accessibility tree, activates them, and records
// what live regions announce.
import type { CDPSession, Page } from 'playwright-core';
import { expect } from 'vitest';

const PATIENCE = { timeout: 20_000, interval: 100 };

interface Node {
  ignored: boolean;
  backendDOMNodeId?: number;
  role?: { value: string };
  name?: { value: string };
  properties?: { name: string; value: { value: unknown } }[];
}

interface Ear {
  /** Waits until the tree contains the element. */
  finds(role: string, name: string | RegExp): Promise<void>;
  /** Waits until the element is enabled, then focuses and clicks it. */
  press(role: string, name: string | RegExp): Promise<void>;
  /** Waits for an announcement; those since the start count too. */
  hears(words: RegExp): Promise<void>;
  /** Waits `ms` milliseconds and returns what was announced meanwhile. */
  quiet(ms: number): Promise<string[]>;
}

/** Runs in the page and records each text that appears or changes in a live region. Clocks (role timer) are excluded. */
function keepEars(): void {
  const said: string[] = [];
  Object.assign(globalThis, { said });
  const LIVE = '[aria-live="polite"], [aria-live="assertive"], [role="status"], [role="alert"], [role="log"]';
  const note = (node: globalThis.Node | null): void => {
    const element = node instanceof Element ? node : node?.parentElement;
    const region = element?.closest(LIVE);
    const text = region?.closest('[aria-live="off"], [aria-hidden="true"]')
      ? ''
      : region?.textContent?.trim();
    if (text && said.at(-1) !== text) said.push(text);
  };
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      note(target);
      for (const node of addedNodes)
        if (node instanceof Element) for (const region of node.querySelectorAll(LIVE)) note(region);
    }
  }).observe(document, { subtree: true, childList: true, characterData: true });
}

const fits = (given: string, name: string | RegExp): boolean =>
  typeof name === 'string' ? given === name : name.test(given);

async function lookUp(cdp: CDPSession, role: string, name: string | RegExp): Promise<number | undefined> {
  const { nodes } = (await cdp.send('Accessibility.getFullAXTree')) as { nodes: Node[] };
  return nodes.find(
    (node) =>
      !node.ignored &&
      node.role?.value === role &&
      fits(node.name?.value ?? '', name) &&
      !node.properties?.some(({ name: kind, value }) => kind === 'disabled' && value.value === true),
  )?.backendDOMNodeId;
}

/** Call it before the page is opened: only documents loaded afterwards are recorded. */
export async function listen(page: Page): Promise<Ear> {
  await page.addInitScript(keepEars);
  const cdp = await page.context().newCDPSession(page);
  const find = async (role: string, name: string | RegExp): Promise<number> => {
    let found: number | undefined;
    const look = async () => (found = await lookUp(cdp, role, name)) !== undefined;
    await expect.poll(look, { ...PATIENCE, message: `${role} ${String(name)}` }).toBe(true);
    return found ?? 0;
  };
  const heard = () => page.evaluate(() => (globalThis as unknown as { said: string[] }).said);
  return {
    finds: async (role, name) => void (await find(role, name)),
    async press(role, name) {
      const backendNodeId = await find(role, name);
      const { object } = await cdp.send('DOM.resolveNode', { backendNodeId });
      await cdp.send('Runtime.callFunctionOn', {
        objectId: object.objectId ?? '',
        functionDeclaration: 'function () { this.focus(); this.click(); }',
      });
    },
    hears: (words) => expect.poll(async () => (await heard()).join('\n'), PATIENCE).toMatch(words),
    async quiet(ms) {
      const before = (await heard()).length;
      await page.waitForTimeout(ms);
      return (await heard()).slice(before);
    },
  };
}
