/** Announcement: what support never asks, what is signed here, and what to do when something went wrong. Markdown, one text a language. */
import type { Language } from '#contract/call.ts';
import type { ArticleText } from './articles.repository.ts';

export const SAFETY: Readonly<Record<Language, ArticleText>> = {
  en: {
    title: 'Keeping your wallet safe',
    summary:
      'What support never asks for, what you sign here and what you never do, and what helps when something went wrong.',
    body: `On the chain nobody can take a transfer back, not even we. A few habits keep most harm away.

## What support never asks
- your recovery phrase or your private key, not even a part of them
- a payment, to release a withdrawal, to unlock an account or to speed verification up
- documents by chat or mail: they are uploaded on [KYC Verification](#/pages/authentication/index) alone
- a look at your screen, or a program on your device
- a signature for a text or a transaction that was sent to you

Whoever asks for one of these does not come from us, whatever name and picture they show. Our own ways stand under [Contact Us](#/pages/contact/index).

## What you sign here
- **To sign in:** a readable text with the address of this site, your own address, the network and a number that is good once. It is free and moves nothing. The address of the site in it must be the one in your browser's bar.
- **To deposit:** a plain transfer of exactly the amount that you chose.

That is all. Adit never asks for an allowance. If your wallet shows “approve”, “permit” or “set approval for all” on a page that looks like this one, say no and close it.

## Habits that help
- Come by your own bookmark or by the icon on your home screen, not by an advertisement or a link in a chat.
- Compare an address whole, and not only its beginning and its end. Some are made to look alike and are put into your history.
- Send a small amount first when the receiver is new.
- Keep the phrase on paper, where nobody else comes. Not as a photo, not in a cloud, not in a message.

## Your session
It ends after 24 hours without use, after 7 days at the latest, and when your wallet switches account or network. While it is open, whoever holds your device can bet and withdraw as you. On a shared device sign out in the menu.

## If somebody knows your phrase
1. Make a new wallet with a new phrase, on a device that you trust.
2. Withdraw what you have here to the new address, then empty the old wallet. Be quick: whoever has the phrase can do the same.
3. Redeem stakes as soon as their first 24 hours are over, and withdraw them too.

An account belongs to its wallet: miner, hashrate and team cannot be moved to another one. A lost phrase cannot be restored, by us or by anybody.

## If you have signed something strange
Take the allowance back, with your wallet's own list of allowances or that of a block explorer, and move what is left to a new wallet. What you hold in Adit is not touched by an allowance, because no allowance can reach it.

> When somebody urges you to be quick, take your time. Claims, balances and stakes do not get lost by waiting.`,
  },
  ja: {
    title: 'ウォレットを安全に保つために',
    summary:
      'サポートが決して求めないもの、ここで署名するものとしないもの、そして何か起きたときにできること。',
    body: `チェーン上の送金は、当社を含め誰にも取り消せません。いくつかの習慣で、被害の多くは防げます。

## サポートが決して求めないもの
- リカバリーフレーズや秘密鍵。その一部も求めません
- 出金、アカウントの解除、本人確認を早めるための支払い
- チャットやメールでの書類。書類のアップロードは[本人確認（KYC）](#/pages/authentication/index)だけで行います
- 画面の共有や、端末へのプログラムのインストール
- 送られてきた文章やトランザクションへの署名

どれか1つでも求める人は、名前や写真が何であれ、当社の者ではありません。当社の窓口は[お問い合わせ](#/pages/contact/index)にあります。

## ここで署名するもの
- **ログイン：** このサイトのアドレス、ご自身のアドレス、ネットワーク、一度だけ有効な番号が書かれた、読める文章です。無料で、何も動きません。文章の中のサイトのアドレスが、ブラウザのアドレスバーと同じであることを確かめてください。
- **入金：** 選んだ額ちょうどの、単純な送金です。

これですべてです。Aditが使用許可（allowance）を求めることはありません。このページに似たページでウォレットに「approve」「permit」「set approval for all」と表示されたら、断って閉じてください。

## 役に立つ習慣
- 広告やチャットのリンクではなく、ご自身のブックマークかホーム画面のアイコンから開く。
- アドレスは最初と最後だけでなく、全体を比べる。似せて作られ、履歴に紛れ込ませたアドレスがあります。
- 初めての送金先には、まず少額を送る。
- フレーズは紙に書き、ほかの人が触れない場所に置く。写真、クラウド、メッセージには残さない。

## セッション
24時間使わないと終わり、長くても7日で終わります。ウォレットでアカウントやネットワークを切り替えたときも終わります。開いている間は、端末を持つ人があなたとしてベットや出金を行えます。共用の端末では、メニューからログアウトしてください。

## フレーズを誰かに知られたら
1. 信頼できる端末で、新しいフレーズの新しいウォレットを作ります。
2. ここにあるものを新しいアドレスに出金し、それから古いウォレットを空にします。急いでください。フレーズを知る人も同じことができます。
3. ステーキングは、最初の24時間が過ぎ次第解除し、これも出金します。

アカウントはウォレットに属します。マイナー、ハッシュレート、チームを別のウォレットに移すことはできません。失われたフレーズは、当社にも誰にも復元できません。

## おかしなものに署名してしまったら
ウォレットの許可一覧かブロックエクスプローラーで使用許可を取り消し、残っているものを新しいウォレットに移します。Aditの中にあるものには使用許可が及ばないため、影響はありません。

> 急がせる人がいたら、時間をかけてください。受け取りも、残高も、ステーキングも、待つことで失われはしません。`,
  },
  th: {
    title: 'ดูแลกระเป๋าเงินของคุณให้ปลอดภัย',
    summary: 'สิ่งที่ฝ่ายช่วยเหลือไม่เคยขอ สิ่งที่คุณลงนามที่นี่และสิ่งที่ไม่เคยต้องลงนาม และทำอย่างไรเมื่อมีเรื่องผิดพลาด',
    body: `บนเชนไม่มีใครเรียกการโอนคืนได้ แม้แต่เรา นิสัยไม่กี่ข้อช่วยกันความเสียหายส่วนใหญ่ได้

## สิ่งที่ฝ่ายช่วยเหลือไม่เคยขอ
- วลีกู้คืนหรือกุญแจส่วนตัว แม้เพียงบางส่วน
- เงิน เพื่อปล่อยการถอน ปลดล็อกบัญชี หรือเร่งการยืนยันตัวตน
- เอกสารทางแชตหรืออีเมล การอัปโหลดทำที่หน้า [ยืนยันตัวตน KYC](#/pages/authentication/index) เท่านั้น
- การดูหน้าจอของคุณ หรือการติดตั้งโปรแกรมบนอุปกรณ์ของคุณ
- ลายเซ็นในข้อความหรือธุรกรรมที่มีคนส่งให้คุณ

ผู้ที่ขอสิ่งใดสิ่งหนึ่งนี้ไม่ได้มาจากเรา ไม่ว่าจะใช้ชื่อหรือรูปใด ช่องทางของเราอยู่ที่ [ติดต่อเรา](#/pages/contact/index)

## สิ่งที่คุณลงนามที่นี่
- **เพื่อเข้าสู่ระบบ:** ข้อความที่อ่านได้ มีที่อยู่ของเว็บนี้ ที่อยู่ของคุณ เครือข่าย และหมายเลขที่ใช้ได้ครั้งเดียว ไม่มีค่าใช้จ่ายและไม่มีอะไรถูกโอน ที่อยู่เว็บในข้อความต้องตรงกับแถบที่อยู่ของเบราว์เซอร์
- **เพื่อฝาก:** การโอนธรรมดาตามจำนวนที่คุณเลือกพอดี

มีเพียงเท่านี้ Adit ไม่เคยขอสิทธิ์ใช้จ่าย (allowance) หากกระเป๋าเงินแสดง “approve”, “permit” หรือ “set approval for all” บนหน้าที่ดูคล้ายหน้านี้ ให้ปฏิเสธและปิดหน้านั้น

## นิสัยที่ช่วยได้
- เข้าผ่านบุ๊กมาร์กของคุณเองหรือไอคอนบนหน้าจอโฮม ไม่ใช่ผ่านโฆษณาหรือลิงก์ในแชต
- เทียบที่อยู่ทั้งหมด ไม่ใช่แค่ต้นและท้าย บางที่อยู่ถูกสร้างให้คล้ายกันและแทรกไว้ในประวัติของคุณ
- ส่งจำนวนน้อยก่อนเมื่อผู้รับเป็นรายใหม่
- เก็บวลีกู้คืนไว้บนกระดาษในที่ที่คนอื่นเข้าไม่ถึง ไม่ใช่ในรูปถ่าย คลาวด์ หรือข้อความ

## เซสชันของคุณ
เซสชันสิ้นสุดเมื่อไม่ใช้ครบ 24 ชั่วโมง อย่างช้าที่สุดหลัง 7 วัน และเมื่อกระเป๋าเงินเปลี่ยนบัญชีหรือเครือข่าย ขณะที่เปิดอยู่ ผู้ที่ถืออุปกรณ์ของคุณเดิมพันและถอนในนามของคุณได้ บนอุปกรณ์ที่ใช้ร่วมกัน โปรดออกจากระบบในเมนู

## หากมีคนรู้วลีกู้คืนของคุณ
1. สร้างกระเป๋าเงินใหม่ด้วยวลีใหม่ บนอุปกรณ์ที่คุณเชื่อถือ
2. ถอนสิ่งที่มีที่นี่ไปยังที่อยู่ใหม่ แล้วย้ายทุกอย่างออกจากกระเป๋าเงินเก่า โปรดรีบทำ เพราะผู้ที่มีวลีก็ทำได้เช่นกัน
3. ไถ่ถอนรายการสเตกทันทีที่ครบ 24 ชั่วโมงแรก แล้วถอนออกไปด้วย

บัญชีเป็นของกระเป๋าเงินนั้น เครื่องขุด แรงขุด และทีมย้ายไปกระเป๋าเงินอื่นไม่ได้ วลีที่หายไปไม่มีใครกู้คืนได้ รวมถึงเราด้วย

## หากคุณลงนามสิ่งแปลกปลอมไปแล้ว
ยกเลิกสิทธิ์ใช้จ่าย ผ่านรายการสิทธิ์ของกระเป๋าเงินหรือของบล็อกเอ็กซ์พลอเรอร์ แล้วย้ายสิ่งที่เหลือไปกระเป๋าเงินใหม่ สิ่งที่คุณมีใน Adit ไม่ได้รับผลกระทบ เพราะสิทธิ์ใช้จ่ายเข้าไม่ถึง

> เมื่อมีใครเร่งให้คุณรีบ จงใช้เวลา สิ่งที่รอรับ ยอดคงเหลือ และรายการสเตกไม่หายไปเพราะการรอ`,
  },
  vi: {
    title: 'Giữ ví của bạn an toàn',
    summary:
      'Điều bộ phận hỗ trợ không bao giờ hỏi, điều bạn ký ở đây và điều không bao giờ phải ký, và việc cần làm khi có sự cố.',
    body: `Trên chuỗi, không ai lấy lại được một giao dịch chuyển, kể cả chúng tôi. Vài thói quen ngăn được phần lớn thiệt hại.

## Điều bộ phận hỗ trợ không bao giờ hỏi
- cụm từ khôi phục hay khóa riêng tư, dù chỉ một phần
- một khoản tiền, để giải phóng lệnh rút, mở khóa tài khoản hay xác minh nhanh hơn
- giấy tờ qua trò chuyện hay email: chỉ tải lên ở trang [Xác minh KYC](#/pages/authentication/index)
- xem màn hình của bạn, hay cài chương trình vào thiết bị của bạn
- chữ ký cho một văn bản hay giao dịch được gửi đến bạn

Ai hỏi một trong những điều này thì không phải người của chúng tôi, dù tên và ảnh thế nào. Các kênh của chúng tôi nằm ở mục [Liên hệ](#/pages/contact/index).

## Điều bạn ký ở đây
- **Để đăng nhập:** một văn bản đọc được, gồm địa chỉ của trang này, địa chỉ của bạn, mạng và một số chỉ dùng một lần. Miễn phí và không chuyển gì. Địa chỉ trang trong đó phải đúng với thanh địa chỉ của trình duyệt.
- **Để nạp:** một giao dịch chuyển thông thường đúng số tiền bạn chọn.

Chỉ có thế. Adit không bao giờ xin hạn mức chi tiêu (allowance). Nếu ví hiện “approve”, “permit” hay “set approval for all” trên một trang trông giống trang này, hãy từ chối và đóng lại.

## Thói quen hữu ích
- Vào bằng dấu trang của bạn hoặc biểu tượng trên màn hình chính, không qua quảng cáo hay liên kết trong trò chuyện.
- So toàn bộ địa chỉ, không chỉ phần đầu và phần cuối. Có địa chỉ được tạo cho giống và chen vào lịch sử của bạn.
- Gửi thử một số nhỏ khi người nhận còn mới.
- Giữ cụm từ trên giấy, nơi không ai khác đến. Không chụp ảnh, không lên đám mây, không trong tin nhắn.

## Phiên của bạn
Phiên kết thúc sau 24 giờ không dùng, chậm nhất sau 7 ngày, và khi ví đổi tài khoản hay đổi mạng. Khi phiên còn mở, ai cầm thiết bị của bạn có thể cược và rút như bạn. Trên thiết bị dùng chung, hãy đăng xuất trong menu.

## Nếu có người biết cụm từ của bạn
1. Tạo ví mới với cụm từ mới, trên một thiết bị bạn tin.
2. Rút những gì bạn có ở đây về địa chỉ mới, rồi chuyển hết khỏi ví cũ. Hãy nhanh: ai có cụm từ cũng làm được như vậy.
3. Tất toán các lệnh stake ngay khi qua 24 giờ đầu, rồi rút nốt.

Tài khoản thuộc về ví của nó: máy đào, sức mạnh đào và nhóm không thể chuyển sang ví khác. Cụm từ đã mất thì không ai khôi phục được, kể cả chúng tôi.

## Nếu bạn đã ký điều gì lạ
Thu hồi hạn mức chi tiêu, bằng danh sách trong ví hoặc của một trình khám phá khối, rồi chuyển phần còn lại sang ví mới. Những gì bạn có trong Adit không bị ảnh hưởng, vì hạn mức chi tiêu không với tới được.

> Khi ai đó giục bạn vội, hãy cứ từ từ. Sản lượng chờ nhận, số dư và lệnh stake không mất đi vì chờ.`,
  },
  'zh-Hans': {
    title: '保护好您的钱包',
    summary: '客服从不索要什么，您在这里会签名什么、从不需要签名什么，以及出了问题怎么办。',
    body: `链上的转账没有人能撤回，我们也不能。几个习惯就能避免大部分损失。

## 客服从不索要
- 助记词或私钥，哪怕只是一部分
- 为放行提现、解锁账户或加快认证而付款
- 通过聊天或邮件发送的证件：证件只在 [KYC 认证](#/pages/authentication/index)页面上传
- 查看您的屏幕，或在您的设备上安装程序
- 对发给您的文字或交易签名

索要其中任何一项的人都不是我们的人，无论其名称和头像如何。我们自己的渠道见[联系我们](#/pages/contact/index)。

## 您在这里会签名什么
- **登录：** 一段可读的文字，写有本站地址、您的地址、网络和一个只能用一次的编号。它免费，也不转移任何资产。文字中的本站地址必须与浏览器地址栏一致。
- **充值：** 一笔金额恰好为您所选数量的普通转账。

仅此而已。Adit 从不请求授权额度（allowance）。如果在与本页相似的页面上，钱包显示 “approve”、“permit” 或 “set approval for all”，请拒绝并关闭。

## 有用的习惯
- 从自己的书签或主屏幕上的图标进入，不要从广告或聊天中的链接进入。
- 核对整个地址，而不只是开头和结尾。有人会制作相似的地址，混进您的记录。
- 收款方是新的，先转一小笔。
- 把助记词写在纸上，放在别人接触不到的地方。不要拍照，不要存云端，不要放在消息里。

## 您的会话
24 小时未使用即结束，最长 7 天；钱包切换账户或网络时也会结束。会话打开期间，拿到您设备的人可以以您的名义下注和提现。在共用的设备上，请在菜单中退出登录。

## 如果有人知道了您的助记词
1. 在可信的设备上，用新的助记词创建新钱包。
2. 把这里的资产提现到新地址，然后清空旧钱包。请尽快，因为知道助记词的人也能这样做。
3. 质押满最初 24 小时后立即赎回，也一并提现。

账户属于它的钱包：矿机、算力和团队不能转到另一个钱包。丢失的助记词无法恢复，我们不能，任何人都不能。

## 如果您签了奇怪的内容
用钱包自带的或区块浏览器的授权列表撤销授权，并把剩下的资产转到新钱包。您在 Adit 中的资产不受影响，因为授权够不到它。

> 有人催您快一点的时候，请慢下来。待领取的产出、余额和质押都不会因为等待而丢失。`,
  },
  'zh-TW': {
    title: '保護好您的錢包',
    summary: '客服從不索取什麼，您在這裡會簽署什麼、從不需要簽署什麼，以及出了問題怎麼辦。',
    body: `鏈上的轉帳沒有人能撤回，我們也不能。幾個習慣就能避免大部分損失。

## 客服從不索取
- 助記詞或私鑰，哪怕只是一部分
- 為放行提領、解鎖帳戶或加快認證而付款
- 透過聊天或電子郵件傳送的證件：證件只在 [KYC 認證](#/pages/authentication/index)頁面上傳
- 查看您的螢幕，或在您的裝置上安裝程式
- 對傳給您的文字或交易簽署

索取其中任何一項的人都不是我們的人，無論其名稱和頭像如何。我們自己的管道見[聯絡我們](#/pages/contact/index)。

## 您在這裡會簽署什麼
- **登入：** 一段可讀的文字，寫有本站網址、您的地址、網路和一個只能用一次的編號。它免費，也不轉移任何資產。文字中的本站網址必須與瀏覽器網址列一致。
- **存入：** 一筆金額恰好為您所選數量的一般轉帳。

僅此而已。Adit 從不請求授權額度（allowance）。如果在與本頁相似的頁面上，錢包顯示「approve」、「permit」或「set approval for all」，請拒絕並關閉。

## 有用的習慣
- 從自己的書籤或主畫面上的圖示進入，不要從廣告或聊天中的連結進入。
- 核對整個地址，而不只是開頭和結尾。有人會製作相似的地址，混進您的紀錄。
- 收款方是新的，先轉一小筆。
- 把助記詞寫在紙上，放在別人接觸不到的地方。不要拍照，不要存雲端，不要放在訊息裡。

## 您的工作階段
24 小時未使用即結束，最長 7 天；錢包切換帳戶或網路時也會結束。工作階段開啟期間，拿到您裝置的人可以以您的名義下注和提領。在共用的裝置上，請在選單中登出。

## 如果有人知道了您的助記詞
1. 在可信的裝置上，用新的助記詞建立新錢包。
2. 把這裡的資產提領到新地址，然後清空舊錢包。請盡快，因為知道助記詞的人也能這樣做。
3. 質押滿最初 24 小時後立即贖回，也一併提領。

帳戶屬於它的錢包：礦機、算力和團隊不能轉到另一個錢包。遺失的助記詞無法復原，我們不能，任何人都不能。

## 如果您簽了奇怪的內容
用錢包內建的或區塊瀏覽器的授權清單撤銷授權，並把剩下的資產轉到新錢包。您在 Adit 中的資產不受影響，因為授權碰不到它。

> 有人催您快一點的時候，請慢下來。待領取的產出、餘額和質押都不會因為等待而遺失。`,
  },
};
