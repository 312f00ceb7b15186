/** Announcement: how anybody can check a draw, step by step, and what no check can rule out. Markdown, one text a language. */
import type { Language } from '#contract/call.ts';
import type { ArticleText } from './articles.repository.ts';

const PICTURE = '/covers/draw-steps.svg';

export const DRAWS: Readonly<Record<Language, ArticleText>> = {
  en: {
    title: 'How to check a draw yourself',
    summary: 'Five steps show that nobody has chosen a result, and a word on what no check can rule out.',
    body: `You need not believe us. Every draw of [Web3 Guess](#/pages/guessing/index) and of the [race](#/pages/main/index) can be computed again by anybody.

## What is fixed before
Before betting opens the server picks a secret number, the seed, and publishes its hash: a fingerprint that fits no other seed. The moment of the draw is fixed as well.

## What decides
![Transaction, seed and name of the round become one hash, and the hash becomes the result](${PICTURE} "Three things, one hash, one result")
The draw belongs to the first final block from that moment on whose last transaction was sent by the block's own validator. This transaction, the seed and the name of the round are hashed together: \`keccak256(transaction ‖ seed ‖ round)\`. We do not choose the transaction, the validator does not know the seed, players know neither.

## Step by step
1. While betting is open, copy the hash of the seed from the page of the round.
2. After the draw open [Result Verification](#/pages/main/result) and enter the number of the race or the date of the lottery round.
3. Name a node of your own choice if you like. Your device asks it for the block; our server has no part in it.
4. Compare the hash of the seed with the one that you copied. Every other step is computed on your device and is told as matching, not matching, or not checked.
5. Read the result from the hash. Lottery: its last three decimal digits, letters skipped. Race: the lanes 1 to 6 in the order in which they first appear.

The same check fits into one file that asks no server for anything. Result Verification offers it to keep.

## What no check rules out
An operator in league with the validator of that very block, or one who withholds a seed. In the second case the round is void and every stake goes back, which everybody sees.

## The odds
A guess wins 1 time in 1,000. A lane is champion 1 time in 6 and pays 5 times the stake, so that on average 83.33% come back. The games are for fun, and both can be paused in the menu under **Playing within limits**.`,
  },
  ja: {
    title: '抽選をご自身で検証する方法',
    summary:
      '5つの手順で、誰も結果を選んでいないことを確かめられます。どんな検証でも排除できないことも記します。',
    body: `当社を信じる必要はありません。[Web3数字当て](#/pages/guessing/index)と[レース](#/pages/main/index)の抽選は、すべて誰でも計算し直せます。

## 事前に決まっていること
ベットの受け付け前に、サーバーは秘密の数（シード）を選び、そのハッシュを公開します。ハッシュは、ほかのシードとは一致しない指紋のようなものです。抽選の時刻も決まっています。

## 結果を決めるもの
![トランザクション、シード、ラウンド名が1つのハッシュになり、結果になる](${PICTURE} "3つのもの、1つのハッシュ、1つの結果")
抽選を決めるのは、その時刻以降の確定したブロックのうち、最後のトランザクションがそのブロック自身のバリデーターから送信された最初のものです。このトランザクション、シード、ラウンド名をまとめてハッシュ化します。\`keccak256(トランザクション ‖ シード ‖ ラウンド)\` です。当社はトランザクションを選べず、バリデーターはシードを知らず、プレイヤーはどちらも知りません。

## 手順
1. ベットの受付中に、ラウンドのページでシードのハッシュをコピーします。
2. 抽選後に[結果の検証](#/pages/main/result)を開き、レースの番号、または数字当てのラウンドの日付を入力します。
3. 必要に応じて、ご自身で選んだノードを指定します。端末がそのノードにブロックを問い合わせ、当社のサーバーは関わりません。
4. シードのハッシュを、コピーしたものと比べます。ほかの手順はすべて端末で計算され、一致、不一致、未検証のいずれかで示されます。
5. ハッシュから結果を読み取ります。数字当ては、英字を飛ばした最後の3桁の数字です。レースは、1から6のレーンが最初に現れる順です。

同じ検証は、どのサーバーにも問い合わせない1つのファイルでもできます。結果の検証のページから保存できます。

## どんな検証でも排除できないこと
運営者がそのブロックのバリデーターと結託する場合と、シードを公開しない場合です。後者ではラウンドが無効になり、賭け金はすべて戻り、それは誰にでも見えます。

## 当たる確率
予想が当たるのは1,000回に1回です。レーンが優勝するのは6回に1回で、賭け金の5倍が支払われるため、平均して83.33%が戻ります。ゲームは娯楽のためのもので、どちらもメニューの**節度ある利用**から休止できます。`,
  },
  th: {
    title: 'วิธีตรวจสอบการออกผลด้วยตัวเอง',
    summary: 'ห้าขั้นตอนแสดงว่าไม่มีใครเลือกผลได้ และสิ่งที่การตรวจสอบใดก็ตัดออกไม่ได้',
    body: `คุณไม่จำเป็นต้องเชื่อเรา การออกผลทุกครั้งของ [ทายผล Web3](#/pages/guessing/index) และ[การแข่งขัน](#/pages/main/index) ใครก็คำนวณซ้ำได้

## สิ่งที่กำหนดไว้ก่อน
ก่อนเปิดรับเดิมพัน เซิร์ฟเวอร์เลือกตัวเลขลับที่เรียกว่าซีด และเผยแพร่แฮชของซีด ซึ่งเปรียบเหมือนลายนิ้วมือที่ไม่ตรงกับซีดอื่น เวลาออกผลก็กำหนดไว้แล้วเช่นกัน

## สิ่งที่ตัดสิน
![ธุรกรรม ซีด และชื่อรอบรวมเป็นแฮชเดียว แล้วแฮชกลายเป็นผล](${PICTURE} "สามสิ่ง หนึ่งแฮช หนึ่งผล")
ผลเป็นของบล็อกแรกที่ยืนยันขั้นสุดท้ายนับจากเวลานั้น ซึ่งธุรกรรมสุดท้ายส่งโดยวาลิเดเตอร์ของบล็อกนั้นเอง ธุรกรรมนี้ ซีด และชื่อรอบถูกแฮชรวมกัน: \`keccak256(ธุรกรรม ‖ ซีด ‖ รอบ)\` เราไม่ได้เลือกธุรกรรม วาลิเดเตอร์ไม่รู้ซีด ผู้เล่นไม่รู้ทั้งสองอย่าง

## ทีละขั้น
1. ขณะเปิดรับเดิมพัน คัดลอกแฮชของซีดจากหน้าของรอบ
2. หลังออกผล เปิด [ตรวจสอบผล](#/pages/main/result) แล้วใส่หมายเลขการแข่งหรือวันที่ของรอบทายผล
3. หากต้องการ ระบุโหนดที่คุณเลือกเอง อุปกรณ์ของคุณถามบล็อกจากโหนดนั้น เซิร์ฟเวอร์ของเราไม่เกี่ยวข้อง
4. เทียบแฮชของซีดกับที่คุณคัดลอกไว้ ขั้นตอนอื่นทั้งหมดคำนวณบนอุปกรณ์ของคุณ และบอกว่าตรงกัน ไม่ตรงกัน หรือไม่ได้ตรวจสอบ
5. อ่านผลจากแฮช ทายผล: เลขฐานสิบสามตัวสุดท้าย ข้ามตัวอักษร การแข่งขัน: เลน 1 ถึง 6 ตามลำดับที่ปรากฏครั้งแรก

การตรวจสอบเดียวกันทำได้ด้วยไฟล์เดียวที่ไม่ขอข้อมูลจากเซิร์ฟเวอร์ใด บันทึกได้จากหน้าตรวจสอบผล

## สิ่งที่การตรวจสอบใดก็ตัดออกไม่ได้
ผู้ให้บริการที่สมคบกับวาลิเดเตอร์ของบล็อกนั้น หรือผู้ให้บริการที่ไม่เปิดเผยซีด กรณีหลังรอบเป็นโมฆะและเงินเดิมพันทั้งหมดได้คืน ซึ่งทุกคนเห็นได้

## โอกาสถูก
การทายถูก 1 ครั้งใน 1,000 เลนหนึ่งเป็นผู้ชนะ 1 ครั้งใน 6 และจ่าย 5 เท่าของเงินเดิมพัน โดยเฉลี่ยจึงได้คืน 83.33% เกมมีไว้เพื่อความเพลิดเพลิน และพักการเล่นทั้งสองเกมได้จาก **เล่นอย่างมีขอบเขต** ในเมนู`,
  },
  vi: {
    title: 'Cách tự kiểm chứng một lượt quay',
    summary:
      'Năm bước cho thấy không ai chọn được kết quả, và đôi lời về điều không phép kiểm nào loại trừ được.',
    body: `Bạn không cần tin chúng tôi. Mọi lượt quay của [Dự đoán Web3](#/pages/guessing/index) và của [cuộc đua](#/pages/main/index) đều có thể được bất kỳ ai tính lại.

## Điều được định trước
Trước khi mở cược, máy chủ chọn một số bí mật, gọi là seed, và công bố mã băm của nó: một dấu vân tay không khớp với seed nào khác. Thời điểm quay cũng được định trước.

## Điều quyết định
![Giao dịch, seed và tên vòng trở thành một mã băm, rồi mã băm trở thành kết quả](${PICTURE} "Ba thứ, một mã băm, một kết quả")
Lượt quay thuộc về khối đã chốt đầu tiên, kể từ thời điểm đó, có giao dịch cuối cùng do chính trình xác thực của khối gửi. Giao dịch này, seed và tên vòng được băm cùng nhau: \`keccak256(giao dịch ‖ seed ‖ vòng)\`. Chúng tôi không chọn giao dịch, trình xác thực không biết seed, người chơi không biết cả hai.

## Từng bước
1. Khi đang mở cược, sao chép mã băm của seed từ trang của vòng.
2. Sau lượt quay, mở [Kiểm chứng kết quả](#/pages/main/result) và nhập số của cuộc đua hoặc ngày của vòng dự đoán.
3. Nếu muốn, hãy nêu một nút mạng do bạn chọn. Thiết bị của bạn hỏi nút đó về khối; máy chủ của chúng tôi không tham gia.
4. So mã băm của seed với mã bạn đã sao chép. Mọi bước khác được tính trên thiết bị của bạn và được báo là khớp, không khớp hoặc chưa kiểm chứng.
5. Đọc kết quả từ mã băm. Dự đoán: ba chữ số thập phân cuối cùng, bỏ qua chữ cái. Cuộc đua: các làn 1 đến 6 theo thứ tự xuất hiện lần đầu.

Cũng phép kiểm ấy nằm gọn trong một tệp không hỏi máy chủ nào điều gì. Trang Kiểm chứng kết quả cho bạn lưu lại tệp này.

## Điều không phép kiểm nào loại trừ được
Đơn vị vận hành thông đồng với trình xác thực của đúng khối đó, hoặc giữ lại seed. Trong trường hợp sau, vòng bị hủy và mọi khoản cược được hoàn lại, ai cũng thấy.

## Xác suất trúng
Một dự đoán trúng 1 lần trong 1.000. Một làn là quán quân 1 lần trong 6 và trả 5 lần tiền cược, nên tính trung bình 83,33% quay lại. Trò chơi chỉ để giải trí, và có thể tạm dừng cả hai ở mục **Chơi trong giới hạn** trong menu.`,
  },
  'zh-Hans': {
    title: '如何亲自验证一次开奖',
    summary: '五个步骤即可证明没有人能选择结果，并说明任何验证都无法排除的情况。',
    body: `您不必相信我们。[Web3 竞猜](#/pages/guessing/index)和[竞速](#/pages/main/index)的每一次开奖，任何人都可以重新计算。

## 事先确定的
开放下注前，服务器选定一个秘密数字，即种子，并公布它的哈希：一个与其他任何种子都不相符的指纹。开奖时刻也已确定。

## 由什么决定
![交易、种子和轮次名称合成一个哈希，哈希得出结果](${PICTURE} "三样东西，一个哈希，一个结果")
开奖由该时刻起首个这样的区块决定：它已最终确定，且最后一笔交易由该区块自身的验证者发送。这笔交易、种子和轮次名称一起计算哈希：\`keccak256(交易 ‖ 种子 ‖ 轮次)\`。我们不能选择交易，验证者不知道种子，玩家两者都不知道。

## 逐步验证
1. 在开放下注期间，从该轮次的页面复制种子哈希。
2. 开奖后打开[结果验证](#/pages/main/result)，输入竞速的编号或竞猜轮次的日期。
3. 如有需要，填写您自己选择的节点。您的设备会向它查询区块，我们的服务器不参与其中。
4. 将种子哈希与您复制的哈希进行比较。其余每个步骤都在您的设备上计算，并显示为一致、不一致或未验证。
5. 从哈希读出结果。竞猜：跳过字母后的最后三位十进制数字。竞速：赛道 1 至 6 按首次出现的顺序排列。

同样的验证也可以用一个不向任何服务器请求数据的文件完成，可在结果验证页面保存。

## 任何验证都无法排除的情况
运营方与该区块的验证者串通，或扣留种子不公布。后一种情况下该轮无效，所有下注退回，人人可见。

## 中奖概率
一次竞猜中奖的概率是 1,000 分之 1。一条赛道成为冠军的概率是 6 分之 1，派彩为下注额的 5 倍，因此平均返还 83.33%。游戏仅供娱乐，两款游戏都可以在菜单的**适度参与**中暂停。`,
  },
  'zh-TW': {
    title: '如何親自驗證一次開獎',
    summary: '五個步驟即可證明沒有人能選擇結果，並說明任何驗證都無法排除的情況。',
    body: `您不必相信我們。[Web3 競猜](#/pages/guessing/index)和[競速](#/pages/main/index)的每一次開獎，任何人都可以重新計算。

## 事先確定的
開放下注前，伺服器選定一個祕密數字，即種子，並公布它的雜湊：一個與其他任何種子都不相符的指紋。開獎時刻也已確定。

## 由什麼決定
![交易、種子和輪次名稱合成一個雜湊，雜湊得出結果](${PICTURE} "三樣東西，一個雜湊，一個結果")
開獎由該時刻起首個這樣的區塊決定：它已最終確定，且最後一筆交易由該區塊自身的驗證者送出。這筆交易、種子和輪次名稱一起計算雜湊：\`keccak256(交易 ‖ 種子 ‖ 輪次)\`。我們無法選擇交易，驗證者不知道種子，玩家兩者都不知道。

## 逐步驗證
1. 在開放下注期間，從該輪次的頁面複製種子雜湊。
2. 開獎後開啟[結果驗證](#/pages/main/result)，輸入競速的編號或競猜輪次的日期。
3. 如有需要，填寫您自己選擇的節點。您的裝置會向它查詢區塊，我們的伺服器不參與其中。
4. 將種子雜湊與您複製的雜湊進行比較。其餘每個步驟都在您的裝置上計算，並顯示為一致、不一致或未驗證。
5. 從雜湊讀出結果。競猜：跳過字母後的最後三位十進位數字。競速：賽道 1 至 6 按首次出現的順序排列。

同樣的驗證也可以用一個不向任何伺服器要求資料的檔案完成，可在結果驗證頁面儲存。

## 任何驗證都無法排除的情況
營運方與該區塊的驗證者串通，或扣留種子不公布。後一種情況下該輪無效，所有下注退回，人人可見。

## 中獎機率
一次競猜中獎的機率是 1,000 分之 1。一條賽道成為冠軍的機率是 6 分之 1，派彩為下注額的 5 倍，因此平均返還 83.33%。遊戲僅供娛樂，兩款遊戲都可以在選單的**適度參與**中暫停。`,
  },
};
