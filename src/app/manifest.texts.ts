// The texts of the web app manifest in every language. Not in the catalogues, because the manifest is built before they
// are compiled. Terms are those of src/locales/glossary.json.
import type { Language } from '#contract/languages.ts';
import { BRAND } from '#lib/brand.ts';

export type Texts = Record<Language, string>;

/** What this is, besides the name; a launcher shows only the name. */
export const NAME: Texts = {
  en: `${BRAND.name}: daily rewards`,
  ja: `${BRAND.name}：毎日の報酬`,
  th: `${BRAND.name}: รางวัลรายวัน`,
  vi: `${BRAND.name}: phần thưởng hằng ngày`,
  'zh-Hans': `${BRAND.name}：每日奖励`,
  'zh-TW': `${BRAND.name}：每日獎勵`,
};

export const DESCRIPTION: Texts = {
  en: 'A daily reward programme with a wallet sign-in and draws that anybody can check.',
  ja: 'ウォレットでログインする毎日の報酬プログラム。抽選は誰でも検証できます。',
  th: 'โปรแกรมรางวัลรายวัน เข้าสู่ระบบด้วยกระเป๋าเงิน และการออกผลที่ใครก็ตรวจสอบได้',
  vi: 'Chương trình phần thưởng hằng ngày, đăng nhập bằng ví, với các lượt quay mà ai cũng kiểm chứng được.',
  'zh-Hans': '用钱包登录的每日奖励计划，开奖结果人人可以验证。',
  'zh-TW': '用錢包登入的每日獎勵計畫，開獎結果人人可以驗證。',
};

export const CLAIM: Texts = {
  en: 'Claim',
  ja: '受け取る',
  th: 'รับ',
  vi: 'Nhận',
  'zh-Hans': '领取',
  'zh-TW': '領取',
};

export const ASSETS: Texts = {
  en: 'Assets',
  ja: '資産',
  th: 'สินทรัพย์',
  vi: 'Tài sản',
  'zh-Hans': '资产',
  'zh-TW': '資產',
};

export const GAMES: Texts = {
  en: 'Games',
  ja: 'ゲーム',
  th: 'เกม',
  vi: 'Trò chơi',
  'zh-Hans': '游戏',
  'zh-TW': '遊戲',
};

/** Descriptions of the screenshots, for people who cannot see them. */
export const PICTURES = {
  home: {
    en: 'The home page with the next step of the miner',
    ja: 'マイナーの次の操作が表示されたアプリのホーム',
    th: 'หน้าแรกพร้อมขั้นตอนถัดไปของเครื่องขุด',
    vi: 'Trang chủ với bước tiếp theo của máy đào',
    'zh-Hans': '首页，显示矿机的下一步',
    'zh-TW': '首頁，顯示礦機的下一步',
  },
  miner: {
    en: 'A running miner with what it has produced so far',
    ja: '稼働中のマイナーとこれまでの産出',
    th: 'เครื่องขุดที่กำลังทำงานและผลผลิตจนถึงตอนนี้',
    vi: 'Máy đào đang chạy và sản lượng đến lúc này',
    'zh-Hans': '运行中的矿机和目前的产出',
    'zh-TW': '運作中的礦機和目前的產出',
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
