// The web app manifest, from which the browser offers to install the app. Members ending in `_localized`
// (w3c.github.io/manifest) provide the other languages on platforms that support them.
import type { ManifestOptions } from 'vite-plugin-pwa';
import { BRAND } from '#lib/brand.ts';
import type { Language } from '#contract/languages.ts';

// The texts in every language. Not in the catalogues: the manifest is made before they are compiled. Terms are those of
// src/locales/glossary.json.

type Texts = Record<Language, string>;

/** What this app is, besides its name; a launcher shows only the name. */
const NAME: Texts = {
  en: `${BRAND.name}: daily rewards`,
  ja: `${BRAND.name}：毎日の報酬`,
  th: `${BRAND.name}: รางวัลรายวัน`,
  vi: `${BRAND.name}: phần thưởng hằng ngày`,
  'zh-Hans': `${BRAND.name}：每日奖励`,
  'zh-TW': `${BRAND.name}：每日獎勵`,
};

const DESCRIPTION: Texts = {
  en: 'A daily reward programme with a wallet sign-in and draws that anybody can check.',
  ja: 'ウォレットでログインする毎日の報酬プログラム。抽選は誰でも検証できます。',
  th: 'โปรแกรมรางวัลรายวัน เข้าสู่ระบบด้วยกระเป๋าเงิน และการออกผลที่ใครก็ตรวจสอบได้',
  vi: 'Chương trình phần thưởng hằng ngày, đăng nhập bằng ví, với các lượt quay mà ai cũng kiểm chứng được.',
  'zh-Hans': '用钱包登录的每日奖励计划，开奖结果人人可以验证。',
  'zh-TW': '用錢包登入的每日獎勵計畫，開獎結果人人可以驗證。',
};

const CLAIM: Texts = {
  en: 'Claim',
  ja: '受け取る',
  th: 'รับ',
  vi: 'Nhận',
  'zh-Hans': '领取',
  'zh-TW': '領取',
};

const ASSETS: Texts = {
  en: 'Assets',
  ja: '資産',
  th: 'สินทรัพย์',
  vi: 'Tài sản',
  'zh-Hans': '资产',
  'zh-TW': '資產',
};

const GAMES: Texts = {
  en: 'Games',
  ja: 'ゲーム',
  th: 'เกม',
  vi: 'Trò chơi',
  'zh-Hans': '游戏',
  'zh-TW': '遊戲',
};

/** Descriptions of the screenshots, for people who cannot see them. */
const PICTURES = {
  home: {
    en: 'The home page with the next step of the miner',
    ja: 'マイナーの次の操作が表示されたアプリのホーム',
    th: 'หน้าแรกพร้อมขั้นตอนถัดไปของเครื่องขุด',
    vi: 'Trang chủ với bước tiếp theo của máy đào',
    'zh-Hans': '首页，显示矿机的下一步',
    'zh-TW': '首頁，顯示礦機的下一步',
  },
  miner: {
    en: 'A running miner and what it has produced so far',
    ja: '稼働中のマイナーとこれまでの産出',
    th: 'เครื่องขุดที่กำลังทำงานและผลผลิตจนถึงตอนนี้',
    vi: 'Máy đào đang chạy và sản lượng đến lúc này',
    'zh-Hans': '运行中的矿机和目前的产出',
    'zh-TW': '運轉中的礦機和目前的產出',
  },
  assets: {
    en: 'The asset center with coins and their value',
    ja: 'コインとその価値が並ぶ資産センター',
    th: 'ศูนย์สินทรัพย์พร้อมเหรียญและมูลค่า',
    vi: 'Trung tâm tài sản với các đồng coin và giá trị',
    'zh-Hans': '资产中心，显示各币种及其价值',
    'zh-TW': '資產中心，顯示各幣種及其價值',
  },
} satisfies Record<string, Texts>;

const icon = (purpose: 'any' | 'maskable' | 'monochrome', name: string) =>
  [192, 512].map((size) => ({
    src: `/${name}-${size}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  }));

/** A member in English, the manifest's own language, together with the other languages. */
function localized<K extends string>(member: K, { en, ...others }: Texts) {
  return { [member]: en, [`${member}_localized`]: others } as Record<K, string>;
}

const shortcut = (texts: Texts, path: string, picture: string) => ({
  ...localized('name', texts),
  url: `/#${path}`,
  icons: [{ src: `/shortcuts/${picture}.png`, sizes: '96x96', type: 'image/png' }],
});

/** Taken from the app by tests/screens/manifest.ts. */
const PLACES = {
  narrow: { sizes: '750x1624', pages: ['home', 'miner', 'assets'] },
  wide: { sizes: '1280x800', pages: ['home', 'assets'] },
} as const;

const screenshots = (['narrow', 'wide'] as const).flatMap((form) =>
  PLACES[form].pages.map((page) => ({
    src: `/screenshots/${page}-${form}.webp`,
    sizes: PLACES[form].sizes,
    type: 'image/webp',
    form_factor: form,
    ...localized('label', PICTURES[page]),
  })),
);

export const manifest: Partial<ManifestOptions> = {
  id: '/',
  ...localized('name', NAME),
  short_name: BRAND.name,
  ...localized('description', DESCRIPTION),
  lang: 'en',
  dir: 'ltr',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  orientation: 'any',
  // A shortcut opens in the existing window (launches.ts): a second window would have its own session.
  launch_handler: { client_mode: 'focus-existing' },
  // An invite link shared from another app; src/lib/invite-code.ts reads its code.
  share_target: {
    action: '/',
    method: 'GET',
    enctype: 'application/x-www-form-urlencoded',
    params: { title: 'title', text: 'text', url: 'url' },
  },
  background_color: BRAND.colors.page,
  theme_color: BRAND.colors.basalt,
  categories: ['finance'],
  icons: [...icon('any', 'icon'), ...icon('maskable', 'icon-maskable'), ...icon('monochrome', 'icon-mono')],
  shortcuts: [
    shortcut(CLAIM, '/pages/mining/index', 'claim'),
    shortcut(ASSETS, '/pages/asset/index', 'assets'),
    shortcut(GAMES, '/pages/main/main', 'games'),
  ],
  screenshots,
};
