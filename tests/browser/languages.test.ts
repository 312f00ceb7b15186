// Six languages: each renders its own words on every finished page, without a reload, and the document says which it is.
import { expect } from 'vitest';
import { journey } from '#tests/support/journey.ts';

const HOME: Readonly<Record<string, RegExp>> = {
  en: /Connect wallet/,
  ja: /[ぁ-んァ-ン]/,
  th: /[ก-๙]/,
  vi: /[ăâđêôơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]/i,
  'zh-Hans': /[一-鿿]/,
  'zh-TW': /[一-鿿]/,
};
const ROUTES = [
  '/',
  '/pages/mining/index',
  '/pages/asset/index',
  '/pages/authentication/index',
  '/pages/pledge/index',
  '/pages/buyback/index',
  '/pages/invite/index',
];

for (const [lang, words] of Object.entries(HOME)) {
  journey(`every finished page speaks ${lang}`, async ({ visit }) => {
    const { page, context } = await visit();
    await context.addInitScript((value) => localStorage.setItem('lang', value), lang);
    for (const route of ROUTES) {
      await page.goto(`/#${route}`);
      await expect.poll(() => page.getByRole('main').innerText(), { timeout: 20_000 }).toMatch(words);
    }
    expect(await page.evaluate(() => document.documentElement.lang)).toBe(lang);
    if (lang !== 'en')
      expect(await page.getByRole('main').innerText()).not.toMatch(/Connect wallet|Loading|coming/i);
  });
}

journey(
  'without a stored language the browser decides, and an unknown one gets simplified Chinese',
  async ({ visit }) => {
    const thai = await visit({ locale: 'th-TH' });
    await thai.page.goto('/');
    await expect.poll(() => thai.page.evaluate(() => document.documentElement.lang)).toBe('th');
    const french = await visit({ locale: 'fr-FR' });
    await french.page.goto('/');
    await expect.poll(() => french.page.evaluate(() => document.documentElement.lang)).toBe('zh-Hans');
  },
);

journey('the language changes without a reload', async ({ guest: { page } }) => {
  await page.goto('/');
  await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('combobox', { name: 'Language' }).selectOption('ja');
  await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe('ja');
  expect(await page.evaluate(() => (globalThis as unknown as { sameDocument?: boolean }).sameDocument)).toBe(
    true,
  );
  expect(await page.evaluate(() => localStorage.getItem('lang'))).toBe('ja');
});

journey('a page that is opened first fetches the texts of its own language alone', async ({ visit }) => {
  const { page } = await visit({ locale: 'th-TH' });
  const texts: string[] = [];
  page.on('request', (request) => {
    const name = /\/assets\/texts\/([\w-]+)-.{8}\.js$/.exec(request.url())?.[1];
    if (name !== undefined) texts.push(name);
  });
  await page.goto('/#/pages/mining/index');
  await page.getByRole('button', { name: 'เชื่อมต่อกระเป๋าเงิน' }).first().waitFor();
  expect(texts.length).toBeGreaterThan(1);
  expect(new Set(texts)).toEqual(new Set(['th']));
});
