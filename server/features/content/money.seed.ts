/** Announcement: how coins come in and go out, what is not credited, fees and minimums, why a withdrawal may wait. Markdown, one text a language. */
import type { Language } from '#contract/call.ts';
import type { ArticleText } from './articles.repository.ts';
import { feeList } from './fee-list.seed.ts';

export const MONEY: Readonly<Record<Language, ArticleText>> = {
  en: {
    title: 'Deposits and withdrawals',
    summary:
      'How coins come in and go out, what is not credited, what it costs, and why a withdrawal may wait.',
    body: `Both begin in the [Asset Center](#/pages/asset/index). Neither is ever queued: without a network nothing is sent.

## Deposit
Choose coin and amount. Your wallet shows a plain transfer of exactly this amount, and no allowance.
1. Your wallet signs and sends. The network takes its fee in BNB; we take none.
2. The transaction gets into a block. 15 confirmations are awaited, unless the operator has set another number. The page counts them.
3. The server reads the transfer from the chain and credits it once. You may close the page long before.

What counts is the address that a transfer comes from. Send from the wallet that you sign in with, and from no other.

## What is not credited
- Coins sent from an exchange or from somebody else's wallet: they are not credited to your account, because the sending address is not yours.
- Coins sent on another network.
- Tokens that are not in the coin list, also when they bear the same name.
- BNB sent as the coin of the network. Only transfers of listed tokens count.

We cannot promise to bring such coins back. Write to us by way of [Contact Us](#/pages/contact/index), with the hash of the transaction.

## Withdraw
It needs [verification](#/pages/authentication/index). Coins go to your own wallet unless you name another one. The amount leaves your balance at once, the fee is part of it, and a withdrawal cannot be called back.
- **Requested:** booked, not sent yet.
- **Being sent:** the transaction is signed.
- **Sent:** the network has it.
- **Confirmed:** it is final.
- **Failed:** the whole amount is back in your balance, fee included.

## Smallest amounts and fees
As of 19 November 2026. What the sheet shows before you confirm is in force.
${feeList('en', ({ coin, least, fee }) => `- **${coin}:** from ${least}, fee ${fee}`)}

Each coin also has a daily limit, about 10,000 USDT in worth unless the operator has set another one. The sheet shows what is left of it. The day changes at midnight in Singapore, and failed withdrawals do not count.

## Why it may wait
- From an amount on that the operator sets, a person looks at it first.
- The wallet that pays holds the coins of a day or two. When it is short, your withdrawal waits until it is filled and then goes on by itself.
- The network is busy. Then the same transaction is sent again with a higher network fee, at our cost. It is never paid twice.
- Payouts are halted, because something has to be looked at for safety.

## If it takes long
1. Look at its state in [Fund History](#/pages/asset/capital).
2. **Sent:** open the transaction in the block explorer. What counts is there.
3. **Requested** for more than a day: [write to us](#/pages/contact/index) with time, coin and amount.

> Nobody needs a payment, your recovery phrase or your private key to release a withdrawal. Whoever asks for them wants your coins.`,
  },
  ja: {
    title: '入金と出金',
    summary: 'コインの入り方と出方、反映されないもの、費用、そして出金が待つことのある理由。',
    body: `どちらも[資産センター](#/pages/asset/index)から始めます。後で送るために待機させることはありません。ネットワークがなければ何も送られません。

## 入金
コインと額を選びます。ウォレットには、ちょうどこの額の単純な送金が表示されます。使用許可（allowance）は求めません。
1. ウォレットが署名して送ります。ネットワークがBNBで手数料を取り、当社は取りません。
2. トランザクションがブロックに入り、15回の承認を待ちます（運営者が別の数を定めている場合を除きます）。承認数はページに表示されます。
3. サーバーがチェーンから送金を読み取り、一度だけ残高に反映します。その前にページを閉じても構いません。

基準になるのは送金元のアドレスです。必ずログインに使うウォレットから送ってください。

## 反映されないもの
- 取引所やほかの人のウォレットから送ったコイン。送金元のアドレスがご自身のものではないため、ご自身のアカウントには反映されません。
- 別のネットワークで送ったコイン。
- コイン一覧にないトークン。名前が同じでも同様です。
- ネットワークの通貨として送ったBNB。一覧にあるトークンの送金だけが対象です。

こうしたコインを取り戻せるとはお約束できません。トランザクションのハッシュを添えて、[お問い合わせ](#/pages/contact/index)からご連絡ください。

## 出金
[本人確認](#/pages/authentication/index)が必要です。送金先はご自身のウォレットで、別の宛先を指定することもできます。額はすぐに残高から引かれ、手数料はその中に含まれます。出金は取り消せません。
- **受付済み：** 記帳済みで、まだ送られていません。
- **送信中：** トランザクションに署名しました。
- **送信済み：** ネットワークに届いています。
- **承認済み：** 確定しました。
- **失敗：** 手数料を含む全額が残高に戻りました。

## 最小額と手数料
2026年11月19日時点です。確定前の画面に表示されるものが有効です。
${feeList('ja', ({ coin, least, fee }) => `- **${coin}：** ${least}から、手数料${fee}`)}

コインごとに1日の上限もあり、運営者が変えていなければ約10,000 USDT相当です。残りは画面に表示されます。日付はシンガポールの午前0時に変わり、失敗した出金は数えません。

## 待つことのある理由
- 運営者が定めた額以上の出金は、先に人が確認します。
- 支払い用のウォレットには1〜2日分のコインしか置いていません。足りない場合は補充まで待ち、その後は自動で進みます。
- ネットワークが混雑している場合は、同じトランザクションを、当社の負担で手数料を上げて送り直します。二重に支払われることはありません。
- 安全の確認のために、支払いを止めている場合があります。

## 時間がかかるとき
1. [資金履歴](#/pages/asset/capital)で状態を見ます。
2. **送信済み：** ブロックエクスプローラーでトランザクションを開きます。そこにあるものが事実です。
3. **受付済み**のまま1日を超えたら、日時、コイン、額を添えて[ご連絡ください](#/pages/contact/index)。

> 出金のために、支払いやリカバリーフレーズ、秘密鍵が必要になることはありません。それを求める人は、あなたのコインを狙っています。`,
  },
  th: {
    title: 'การฝากและการถอน',
    summary: 'เหรียญเข้าและออกอย่างไร อะไรที่ไม่เข้ายอด ค่าใช้จ่ายเท่าไร และทำไมการถอนอาจต้องรอ',
    body: `ทั้งสองอย่างเริ่มที่ [ศูนย์สินทรัพย์](#/pages/asset/index) และไม่มีการเข้าคิวรอส่ง ไม่มีเครือข่ายก็ไม่มีอะไรถูกส่ง

## ฝาก
เลือกเหรียญและจำนวน กระเป๋าเงินจะแสดงการโอนธรรมดาตามจำนวนนี้พอดี และไม่ขอสิทธิ์ใช้จ่าย (allowance)
1. กระเป๋าเงินของคุณลงนามและส่ง เครือข่ายเก็บค่าธรรมเนียมเป็น BNB เราไม่เก็บ
2. ธุรกรรมเข้าบล็อก แล้วรอการยืนยัน 15 ครั้ง เว้นแต่ผู้ให้บริการกำหนดจำนวนอื่น หน้านี้นับให้คุณเห็น
3. เซิร์ฟเวอร์อ่านการโอนจากเชนและเพิ่มเข้ายอดเพียงครั้งเดียว คุณปิดหน้าก่อนได้

สิ่งที่นับคือที่อยู่ต้นทางของการโอน โปรดส่งจากกระเป๋าเงินที่คุณใช้เข้าสู่ระบบเท่านั้น

## สิ่งที่ไม่เข้ายอด
- เหรียญที่ส่งจากกระดานเทรดหรือกระเป๋าเงินของผู้อื่น ไม่เข้าบัญชีของคุณ เพราะที่อยู่ต้นทางไม่ใช่ของคุณ
- เหรียญที่ส่งบนเครือข่ายอื่น
- โทเคนที่ไม่อยู่ในรายการเหรียญ แม้ชื่อเหมือนกัน
- BNB ที่ส่งแบบเหรียญของเครือข่าย นับเฉพาะการโอนโทเคนในรายการ

เราไม่อาจสัญญาว่าจะนำเหรียญเหล่านี้กลับมาได้ โปรดแจ้งเราที่ [ติดต่อเรา](#/pages/contact/index) พร้อมแฮชของธุรกรรม

## ถอน
ต้อง[ยืนยันตัวตน](#/pages/authentication/index)ก่อน เหรียญไปยังกระเป๋าเงินของคุณเอง เว้นแต่คุณระบุที่อื่น จำนวนเงินออกจากยอดทันที ค่าธรรมเนียมรวมอยู่ในนั้น และการถอนเรียกคืนไม่ได้
- **รับคำขอแล้ว:** บันทึกแล้ว ยังไม่ส่ง
- **กำลังส่ง:** ลงนามธุรกรรมแล้ว
- **ส่งแล้ว:** เครือข่ายได้รับแล้ว
- **ยืนยันแล้ว:** เสร็จสิ้นสมบูรณ์
- **ไม่สำเร็จ:** ทั้งจำนวนกลับเข้ายอดแล้ว รวมค่าธรรมเนียม

## จำนวนขั้นต่ำและค่าธรรมเนียม
ณ วันที่ 19 พฤศจิกายน 2026 ตัวเลขที่แสดงก่อนคุณยืนยันคือตัวเลขที่ใช้จริง
${feeList('th', ({ coin, least, fee }) => `- **${coin}:** ตั้งแต่ ${least} ค่าธรรมเนียม ${fee}`)}

แต่ละเหรียญมีวงเงินสูงสุดต่อวันด้วย มูลค่าราว 10,000 USDT เว้นแต่ผู้ให้บริการกำหนดเป็นอย่างอื่น ส่วนที่เหลือแสดงให้เห็นก่อนถอน วันใหม่เริ่มเที่ยงคืนตามเวลาสิงคโปร์ การถอนที่ไม่สำเร็จไม่นับ

## ทำไมอาจต้องรอ
- ตั้งแต่จำนวนที่ผู้ให้บริการกำหนดขึ้นไป จะมีคนตรวจดูก่อน
- กระเป๋าเงินที่ใช้จ่ายเก็บเหรียญไว้เพียงพอสำหรับหนึ่งหรือสองวัน หากไม่พอ การถอนของคุณรอจนมีการเติม แล้วดำเนินต่อเอง
- เครือข่ายหนาแน่น ธุรกรรมเดิมจะถูกส่งซ้ำด้วยค่าธรรมเนียมเครือข่ายที่สูงขึ้นโดยเราเป็นผู้จ่าย ไม่มีการจ่ายสองครั้ง
- การจ่ายออกถูกหยุดไว้ เพราะมีบางอย่างต้องตรวจสอบเพื่อความปลอดภัย

## หากใช้เวลานาน
1. ดูสถานะใน [ประวัติธุรกรรม](#/pages/asset/capital)
2. **ส่งแล้ว:** เปิดธุรกรรมในบล็อกเอ็กซ์พลอเรอร์ สิ่งที่อยู่ที่นั่นคือความจริง
3. **รับคำขอแล้ว** นานเกินหนึ่งวัน: [แจ้งเรา](#/pages/contact/index) พร้อมเวลา เหรียญ และจำนวน

> ไม่มีใครต้องใช้เงิน วลีกู้คืน หรือกุญแจส่วนตัวของคุณเพื่อปล่อยการถอน ผู้ที่ขอสิ่งเหล่านี้ต้องการเหรียญของคุณ`,
  },
  vi: {
    title: 'Nạp và rút',
    summary:
      'Coin vào và ra thế nào, điều gì không được cộng, tốn bao nhiêu, và vì sao một lệnh rút có thể phải chờ.',
    body: `Cả hai bắt đầu ở [Trung tâm tài sản](#/pages/asset/index). Không việc nào được xếp hàng: không có mạng thì không gửi gì.

## Nạp
Chọn đồng và số tiền. Ví hiện một giao dịch chuyển thông thường đúng số đó, không xin hạn mức chi tiêu (allowance).
1. Ví của bạn ký và gửi. Mạng thu phí bằng BNB; chúng tôi không thu.
2. Giao dịch vào khối và chờ 15 xác nhận, trừ khi đơn vị vận hành đặt số khác. Trang đếm cho bạn thấy.
3. Máy chủ đọc giao dịch từ chuỗi và cộng vào số dư một lần. Bạn có thể đóng trang từ trước đó.

Điều được tính là địa chỉ gửi. Hãy gửi từ chính ví bạn dùng để đăng nhập, không phải ví nào khác.

## Điều không được cộng
- Coin gửi từ sàn giao dịch hoặc ví của người khác: không vào tài khoản của bạn, vì địa chỉ gửi không phải của bạn.
- Coin gửi trên mạng khác.
- Token không có trong danh sách coin, dù trùng tên.
- BNB gửi dưới dạng đồng tiền của mạng. Chỉ tính giao dịch chuyển token trong danh sách.

Chúng tôi không thể hứa lấy lại số coin đó. Hãy viết cho chúng tôi ở mục [Liên hệ](#/pages/contact/index), kèm mã băm của giao dịch.

## Rút
Cần [xác minh](#/pages/authentication/index). Coin đi đến ví của chính bạn, trừ khi bạn ghi một ví khác. Số tiền rời số dư ngay, phí nằm trong đó, và lệnh rút không thể gọi lại.
- **Đã yêu cầu:** đã ghi sổ, chưa gửi.
- **Đang gửi:** giao dịch đã được ký.
- **Đã gửi:** mạng đã nhận.
- **Đã xác nhận:** không đổi nữa.
- **Không thành công:** toàn bộ đã về số dư, kể cả phí.

## Số tiền nhỏ nhất và phí
Tính đến ngày 19 tháng 11 năm 2026. Con số hiện trước khi bạn xác nhận là con số có hiệu lực.
${feeList('vi', ({ coin, least, fee }) => `- **${coin}:** từ ${least}, phí ${fee}`)}

Mỗi đồng còn có hạn mức ngày, trị giá khoảng 10.000 USDT trừ khi đơn vị vận hành đặt khác. Phần còn lại hiện trước khi rút. Ngày đổi lúc nửa đêm ở Singapore, và lệnh rút không thành công không tính.

## Vì sao có thể phải chờ
- Từ một số tiền do đơn vị vận hành đặt, sẽ có người xem trước.
- Ví dùng để trả chỉ giữ coin cho một hai ngày. Khi thiếu, lệnh rút của bạn chờ đến lúc ví được bổ sung rồi tự đi tiếp.
- Mạng đông. Khi đó chính giao dịch ấy được gửi lại với phí mạng cao hơn, do chúng tôi chịu. Không bao giờ trả hai lần.
- Việc chi trả đang tạm ngừng, vì có điều cần xem lại cho an toàn.

## Nếu lâu quá
1. Xem trạng thái ở [Biến động số dư](#/pages/asset/capital).
2. **Đã gửi:** mở giao dịch trong trình khám phá khối. Điều ghi ở đó là điều có thật.
3. **Đã yêu cầu** quá một ngày: [viết cho chúng tôi](#/pages/contact/index) kèm thời điểm, đồng và số tiền.

> Không ai cần một khoản tiền, cụm từ khôi phục hay khóa riêng tư của bạn để giải phóng lệnh rút. Ai hỏi những thứ đó là muốn lấy coin của bạn.`,
  },
  'zh-Hans': {
    title: '充值与提现',
    summary: '币如何进来、如何出去，哪些不会入账，费用是多少，以及提现为什么可能要等。',
    body: `两者都从[资产中心](#/pages/asset/index)开始，也都不会排队：没有网络就什么都不发送。

## 充值
选择币种和数量。钱包会显示一笔金额恰好为此数的普通转账，不请求授权额度（allowance）。
1. 您的钱包签名并发送。网络以 BNB 收取网络费，我们不收费。
2. 交易进入区块，等待 15 个确认，除非运营方另行设定。页面会显示已有多少个。
3. 服务器从链上读取这笔转账并入账，只入一次。您可以提前关闭页面。

认定的依据是转出的地址。请只用您登录的钱包转出，不要用其他钱包。

## 哪些不会入账
- 从交易所或他人钱包转来的币：转出地址不是您的，因此不会记入您的账户。
- 在其他网络上转来的币。
- 不在币种列表中的代币，即使名称相同。
- 作为网络原生币转来的 BNB。只有列表中代币的转账才算。

我们不能承诺找回这些币。请附上交易哈希，通过[联系我们](#/pages/contact/index)告知。

## 提现
需要完成[认证](#/pages/authentication/index)。币会转到您自己的钱包，除非您填写其他地址。金额立即从余额扣除，手续费包含在内，提现不能撤回。
- **已申请：** 已记账，尚未发送。
- **发送中：** 交易已签名。
- **已发送：** 网络已收到。
- **已确认：** 已成定局。
- **失败：** 全额已退回余额，包括手续费。

## 最小数量与手续费
截至 2026 年 11 月 19 日。以您确认之前页面所显示的为准。
${feeList('zh-Hans', ({ coin, least, fee }) => `- **${coin}：** 最少 ${least}，手续费 ${fee}`)}

每种币还有每日限额，除非运营方另行设定，价值约 10,000 USDT。页面会显示剩余多少。日期在新加坡的午夜更替，失败的提现不计入。

## 为什么可能要等
- 达到运营方设定的数量时，先由人工查看。
- 付款的钱包只存放一两天所需的币。不足时，您的提现会等到补足之后自动继续。
- 网络拥堵。此时同一笔交易会以更高的网络费重新发送，费用由我们承担，绝不会付两次。
- 付款已暂停，因为有情况需要为安全起见查看。

## 如果等了很久
1. 在[资金记录](#/pages/asset/capital)中查看状态。
2. **已发送：** 在区块浏览器中打开该交易，以那里为准。
3. **已申请**超过一天：请[联系我们](#/pages/contact/index)，附上时间、币种和数量。

> 放行提现不需要任何付款，也不需要您的助记词或私钥。向您索要这些的人，要的是您的币。`,
  },
  'zh-TW': {
    title: '存入與提領',
    summary: '幣如何進來、如何出去，哪些不會入帳，費用是多少，以及提領為什麼可能要等。',
    body: `兩者都從[資產中心](#/pages/asset/index)開始，也都不會排隊：沒有網路就什麼都不送出。

## 存入
選擇幣種和數量。錢包會顯示一筆金額恰好為此數的一般轉帳，不請求授權額度（allowance）。
1. 您的錢包簽署並送出。網路以 BNB 收取網路費，我們不收費。
2. 交易進入區塊，等待 15 個確認，除非營運方另行設定。頁面會顯示已有多少個。
3. 伺服器從鏈上讀取這筆轉帳並入帳，只入一次。您可以提前關閉頁面。

認定的依據是轉出的地址。請只用您登入的錢包轉出，不要用其他錢包。

## 哪些不會入帳
- 從交易所或他人錢包轉來的幣：轉出地址不是您的，因此不會記入您的帳戶。
- 在其他網路上轉來的幣。
- 不在幣種列表中的代幣，即使名稱相同。
- 作為網路原生幣轉來的 BNB。只有列表中代幣的轉帳才算。

我們無法承諾找回這些幣。請附上交易雜湊，透過[聯絡我們](#/pages/contact/index)告知。

## 提領
需要完成[認證](#/pages/authentication/index)。幣會轉到您自己的錢包，除非您填寫其他地址。金額立即從餘額扣除，手續費包含在內，提領不能撤回。
- **已申請：** 已記帳，尚未送出。
- **送出中：** 交易已簽署。
- **已送出：** 網路已收到。
- **已確認：** 已成定局。
- **失敗：** 全額已退回餘額，包括手續費。

## 最小數量與手續費
截至 2026 年 11 月 19 日。以您確認之前頁面所顯示的為準。
${feeList('zh-TW', ({ coin, least, fee }) => `- **${coin}：** 最少 ${least}，手續費 ${fee}`)}

每種幣還有每日限額，除非營運方另行設定，價值約 10,000 USDT。頁面會顯示剩餘多少。日期在新加坡的午夜更替，失敗的提領不計入。

## 為什麼可能要等
- 達到營運方設定的數量時，先由人工查看。
- 付款的錢包只存放一兩天所需的幣。不足時，您的提領會等到補足之後自動繼續。
- 網路壅塞。此時同一筆交易會以更高的網路費重新送出，費用由我們承擔，絕不會付兩次。
- 付款已暫停，因為有情況需要為安全起見查看。

## 如果等了很久
1. 在[資金紀錄](#/pages/asset/capital)中查看狀態。
2. **已送出：** 在區塊瀏覽器中開啟該交易，以那裡為準。
3. **已申請**超過一天：請[聯絡我們](#/pages/contact/index)，附上時間、幣種和數量。

> 放行提領不需要任何付款，也不需要您的助記詞或私鑰。向您索要這些的人，要的是您的幣。`,
  },
};
