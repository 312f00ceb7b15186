// The texts of the offline page in every language. They are few, and the page must not load anything, so they are built
// in.
import type { Language } from '#contract/languages.ts';
import type { Check, CheckId, Unknown } from '#draws/proof.ts';

export interface Texts extends Record<CheckId, string>, Record<Unknown, string> {
  title: string;
  intro: string;
  data: string;
  own: string;
  ask: string;
  verdicts: Record<Check['state'], string>;
  states: Record<Check['state'], string>;
  claimed: string;
  found: string;
  nothing: string;
  drawn: string;
  noJson: string;
  /** `{}` is the field. */
  malformed: string;
}

const en: Texts = {
  title: 'Check a draw',
  intro: 'This page checks everything itself, asks no server and works offline.',
  data: 'Data of the round, copied from “Result Verification” in the app',
  own: 'Answers from your own node (optional; they replace those in the data)',
  ask: 'Ask your own node and paste its answer below:',
  verdicts: {
    matches: 'Everything matches',
    differs: 'This draw does not match',
    unknown: 'Not fully checked',
  },
  states: { matches: 'matches', differs: 'does not match', unknown: 'not checked' },
  claimed: 'Claimed',
  found: 'Found',
  nothing: 'nothing',
  drawn: 'Drawn',
  noJson: 'This is not JSON.',
  malformed: '“{}” is missing or malformed.',
  seed: 'keccak256 of the seed is the hash published before betting opened',
  chain: 'The node is on the chain of the draws',
  block: 'The block with that number has that hash',
  time: 'The block is not older than the draw time',
  first: 'No earlier block since then qualifies',
  transaction: 'The transaction is the last of the block',
  sender: 'The block’s own validator sent it',
  final: 'The block is final',
  hash: 'Transaction, seed and round give that hash',
  result: 'That hash gives that result',
  missing: 'The data has no node’s answer to this.',
  wrongChain: 'The answers come from another chain.',
  tooFar: 'Stopped after 200 blocks, at block:',
  broken: 'The node’s blocks don’t connect at:',
  notFinal: 'The node’s newest final block was older:',
};

const ja: Texts = {
  title: '抽選を検証する',
  intro: 'このページだけですべてを検証します。サーバーには問い合わせず、オフラインでも動きます。',
  data: 'ラウンドのデータ（アプリの「結果の検証」でコピーしたもの）',
  own: 'ご自身のノードの応答（任意。データ内の応答の代わりに使われます）',
  ask: 'ご自身のノードに問い合わせ、その応答を下に貼り付けてください。',
  verdicts: {
    matches: 'すべて一致しています',
    differs: 'この抽選は一致しません',
    unknown: '一部を検証できませんでした',
  },
  states: { matches: '一致', differs: '不一致', unknown: '未検証' },
  claimed: '公表された値',
  found: '確認した値',
  nothing: 'なし',
  drawn: '抽選結果',
  noJson: 'JSONではありません。',
  malformed: '「{}」がないか、正しい形ではありません。',
  seed: 'シードのkeccak256が、ベットの受付前に公開されたハッシュと同じ',
  chain: 'ノードが抽選のチェーン上にある',
  block: 'その番号のブロックのハッシュが同じ',
  time: 'ブロックが抽選時刻より前のものではない',
  first: 'その時刻以降に、条件を満たすより早いブロックがない',
  transaction: 'トランザクションがブロックの最後のもの',
  sender: 'ブロック自身のバリデーターが送信した',
  final: 'ブロックが確定している',
  hash: 'トランザクション、シード、ラウンドからそのハッシュになる',
  result: 'そのハッシュからその結果になる',
  missing: 'これについてのノードの応答がデータにありません。',
  wrongChain: '応答は別のチェーンのものです。',
  tooFar: '200ブロックで打ち切りました。到達したブロック：',
  broken: 'ノードのブロックがここでつながっていません：',
  notFinal: 'ノードの最新の確定ブロックのほうが前です：',
};

const th: Texts = {
  title: 'ตรวจสอบการออกผล',
  intro: 'หน้านี้ตรวจสอบทุกอย่างเอง ไม่ถามเซิร์ฟเวอร์ใด และใช้แบบออฟไลน์ได้',
  data: 'ข้อมูลของรอบ คัดลอกจากหน้า “ตรวจสอบผล” ของแอป',
  own: 'คำตอบจากโหนดของคุณเอง (ไม่บังคับ ใช้แทนคำตอบในข้อมูล)',
  ask: 'ถามโหนดของคุณเอง แล้ววางคำตอบด้านล่าง:',
  verdicts: {
    matches: 'ตรงกันทั้งหมด',
    differs: 'การออกผลนี้ไม่ตรงกัน',
    unknown: 'ตรวจสอบได้ไม่ครบ',
  },
  states: { matches: 'ตรงกัน', differs: 'ไม่ตรงกัน', unknown: 'ยังไม่ได้ตรวจ' },
  claimed: 'ที่แจ้งไว้',
  found: 'ที่พบ',
  nothing: 'ไม่มี',
  drawn: 'ผลที่ออก',
  noJson: 'นี่ไม่ใช่ JSON',
  malformed: '“{}” หายไปหรือไม่ถูกต้อง',
  seed: 'keccak256 ของซีดตรงกับแฮชที่เผยแพร่ก่อนเปิดรับเดิมพัน',
  chain: 'โหนดอยู่บนเชนของการออกผล',
  block: 'บล็อกหมายเลขนั้นมีแฮชนั้น',
  time: 'บล็อกไม่เก่ากว่าเวลาออกผล',
  first: 'ไม่มีบล็อกก่อนหน้าตั้งแต่เวลานั้นที่เข้าเกณฑ์',
  transaction: 'ธุรกรรมนี้เป็นรายการสุดท้ายของบล็อก',
  sender: 'ส่งโดยวาลิเดเตอร์ของบล็อกเอง',
  final: 'บล็อกยืนยันขั้นสุดท้ายแล้ว',
  hash: 'ธุรกรรม ซีด และรอบให้แฮชนั้น',
  result: 'แฮชนั้นให้ผลนั้น',
  missing: 'ข้อมูลไม่มีคำตอบของโหนดในข้อนี้',
  wrongChain: 'คำตอบมาจากเชนอื่น',
  tooFar: 'หยุดหลังจาก 200 บล็อก ที่บล็อก:',
  broken: 'บล็อกของโหนดไม่ต่อเนื่องกันที่:',
  notFinal: 'บล็อกที่ยืนยันขั้นสุดท้ายล่าสุดของโหนดเก่ากว่า:',
};

const vi: Texts = {
  title: 'Kiểm chứng một lượt quay',
  intro: 'Trang này tự kiểm chứng mọi thứ, không hỏi máy chủ nào và dùng được khi ngoại tuyến.',
  data: 'Dữ liệu của vòng, sao chép từ mục “Kiểm chứng kết quả” trong ứng dụng',
  own: 'Phản hồi từ nút mạng của riêng bạn (không bắt buộc; thay cho phần trong dữ liệu)',
  ask: 'Hãy hỏi nút mạng của riêng bạn và dán phản hồi bên dưới:',
  verdicts: {
    matches: 'Mọi thứ đều khớp',
    differs: 'Lượt quay này không khớp',
    unknown: 'Chưa kiểm tra được hết',
  },
  states: { matches: 'khớp', differs: 'không khớp', unknown: 'chưa kiểm tra' },
  claimed: 'Đã công bố',
  found: 'Tìm thấy',
  nothing: 'không có gì',
  drawn: 'Kết quả quay',
  noJson: 'Đây không phải là JSON.',
  malformed: '“{}” bị thiếu hoặc không hợp lệ.',
  seed: 'keccak256 của seed là mã băm đã công bố trước khi mở cược',
  chain: 'Nút mạng ở trên chuỗi dùng để quay',
  block: 'Khối có số đó có mã băm đó',
  time: 'Khối không cũ hơn thời điểm quay',
  first: 'Không có khối nào sớm hơn kể từ thời điểm đó đủ điều kiện',
  transaction: 'Giao dịch là giao dịch cuối của khối',
  sender: 'Do chính trình xác thực của khối gửi',
  final: 'Khối đã chốt',
  hash: 'Giao dịch, seed và vòng cho ra mã băm đó',
  result: 'Mã băm đó cho ra kết quả đó',
  missing: 'Dữ liệu không có phản hồi của nút mạng cho bước này.',
  wrongChain: 'Các phản hồi đến từ chuỗi khác.',
  tooFar: 'Đã dừng sau 200 khối, tại khối:',
  broken: 'Các khối của nút mạng không nối tiếp nhau tại:',
  notFinal: 'Khối đã chốt mới nhất của nút mạng cũ hơn:',
};

const zhHans: Texts = {
  title: '验证开奖',
  intro: '此页面自行验证一切，不请求任何服务器，离线也能使用。',
  data: '该轮的数据（在应用的“结果验证”中复制）',
  own: '您自己节点的回复（可选，将代替数据中的回复）',
  ask: '向您自己的节点提问，并将回复粘贴在下面：',
  verdicts: { matches: '全部一致', differs: '此次开奖不一致', unknown: '未能全部验证' },
  states: { matches: '一致', differs: '不一致', unknown: '未验证' },
  claimed: '公布值',
  found: '实际的值',
  nothing: '无',
  drawn: '开奖结果',
  noJson: '这不是 JSON。',
  malformed: '“{}”缺少或格式不正确。',
  seed: '种子的 keccak256 等于开放下注前公布的哈希',
  chain: '节点位于开奖所用的链上',
  block: '该编号的区块具有该哈希',
  time: '区块不早于开奖时刻',
  first: '自该时刻起没有更早的合格区块',
  transaction: '该交易是区块的最后一笔',
  sender: '由该区块自己的验证者发送',
  final: '区块已最终确定',
  hash: '由交易、种子和轮次名称得出该哈希',
  result: '由该哈希得出该结果',
  missing: '数据中没有节点对此的回复。',
  wrongChain: '这些回复来自另一条链。',
  tooFar: '已在 200 个区块后停止，停于区块：',
  broken: '节点的区块在此处不连续：',
  notFinal: '节点最新的最终区块更早：',
};

const zhTw: Texts = {
  title: '驗證開獎',
  intro: '此頁面自行驗證一切，不請求任何伺服器，離線也能使用。',
  data: '該輪的資料（在應用程式的「結果驗證」中複製）',
  own: '您自己節點的回覆（選填，將取代資料中的回覆）',
  ask: '向您自己的節點提問，並將回覆貼在下面：',
  verdicts: { matches: '全部一致', differs: '此次開獎不一致', unknown: '未能全部驗證' },
  states: { matches: '一致', differs: '不一致', unknown: '未驗證' },
  claimed: '公布值',
  found: '實際的值',
  nothing: '無',
  drawn: '開獎結果',
  noJson: '這不是 JSON。',
  malformed: '「{}」缺少或格式不正確。',
  seed: '種子的 keccak256 等於開放下注前公布的雜湊',
  chain: '節點位於開獎所用的鏈上',
  block: '該編號的區塊具有該雜湊',
  time: '區塊不早於開獎時刻',
  first: '自該時刻起沒有更早的合格區塊',
  transaction: '該交易是區塊的最後一筆',
  sender: '由該區塊自己的驗證者送出',
  final: '區塊已最終確定',
  hash: '由交易、種子和輪次名稱得出該雜湊',
  result: '由該雜湊得出該結果',
  missing: '資料中沒有節點對此的回覆。',
  wrongChain: '這些回覆來自另一條鏈。',
  tooFar: '已在 200 個區塊後停止，停於區塊：',
  broken: '節點的區塊在此處不連續：',
  notFinal: '節點最新的最終區塊更早：',
};

export const TEXTS: Readonly<Record<Language, Texts>> = { en, ja, th, vi, 'zh-Hans': zhHans, 'zh-TW': zhTw };
