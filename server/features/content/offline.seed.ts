/** Announcement: the app without a network. What is queued and what never is, reminders, and whose data stays. Markdown. */
import type { Language } from '#contract/call.ts';
import type { ArticleText } from './articles.repository.ts';

export const OFFLINE: Readonly<Record<Language, ArticleText>> = {
  en: {
    title: 'Adit without a network',
    summary:
      'On the home screen, with a reminder a day: what is sent later, what never is, and whose data stays.',
    body: `Adit is opened once a day, often on a train without signal. It is built for that.

## On the home screen
Choose **Install the app** in the menu. On an iPhone open the share menu of the browser and choose “Add to Home Screen”. From then on Adit opens without a network and shows the figures of your last visit, with their time. Announcements that you have read, and the ten newest, can be read with their pictures.

## Reminders
After 24 hours the miner stops. With **Reminders** switched on in the menu you are told once for each cycle, in your language, and not in the quiet hours that you choose. When the app is closed, the message comes through the push service of your browser; on an iPhone only if Adit is on the home screen. You can switch it off at any time.

## What is kept and sent later
- starting the miner
- claiming
- staking
- redeeming a stake

These four are written down on your device first and sent as soon as there is a connection. Each carries a number of its own: however often it is sent, it is carried out once. You see the list with the state of each, and can take back what still waits. If one is refused, you are told why. What has waited for more than seven days is not sent any more.

## What never waits
Withdrawals, exchanges, purchases and bets. Prices and rounds move on, and what you wanted hours ago may not be what you want when the signal is back. The page says so, and nothing happens.

## Whose data stays
Your figures lie on this device under the address of your wallet and are deleted when you sign out. What waits to be sent stays for the wallet that made it, unless you discard it; no other wallet sees or sends it. Announcements are for everybody, and stay.`,
  },
  ja: {
    title: 'ネットワークのないところでのAdit',
    summary: 'ホーム画面に置き、1日1回の通知を受け取る。後で送られるもの、送られないもの、端末に残るデータ。',
    body: `Aditは1日1回、電波の届かない電車の中などで開かれるアプリです。そのために作られています。

## ホーム画面に置く
メニューの**アプリをインストール**を選びます。iPhoneではブラウザの共有メニューを開き、「ホーム画面に追加」を選びます。以後はネットワークがなくても開き、前回の数値をその時刻とともに表示します。読んだお知らせと新しい10件は、画像とともに読めます。

## リマインダー
24時間たつとマイナーは止まります。メニューで**リマインダー**をオンにすると、1サイクルに1回、お使いの言語で通知します。ご自身で決めた通知を控える時間には通知しません。アプリを閉じている間は、ブラウザのプッシュサービスを通じて届きます。iPhoneでは、Aditがホーム画面にある場合に限ります。いつでもオフにできます。

## 保存され、後で送られるもの
- マイナーの起動
- 受け取り
- ステーキング
- ステーキングの解除

この4つはまず端末に書き留められ、接続が戻るとすぐに送られます。それぞれに固有の番号があり、何度送られても実行は1回です。一覧で状態を確認でき、待機中のものは取り消せます。断られた場合は理由を表示します。7日を超えて待ったものは、もう送られません。

## 決して待機しないもの
出金、交換、購入、ベットです。価格もラウンドも先へ進みます。数時間前の判断が、電波の戻った時にも正しいとは限りません。ページはそう伝え、何も行いません。

## 誰のデータが残るか
数値はウォレットのアドレスごとにこの端末に置かれ、ログアウトすると削除されます。送信待ちのものは、破棄しない限り、それを作ったウォレットのために残ります。ほかのウォレットから見えることも、送られることもありません。お知らせは全員のもので、端末に残ります。`,
  },
  th: {
    title: 'Adit เมื่อไม่มีเครือข่าย',
    summary: 'วางไว้บนหน้าจอโฮม มีการแจ้งเตือนวันละครั้ง อะไรที่ส่งภายหลัง อะไรที่ไม่มีวันส่ง และข้อมูลของใครที่ยังอยู่',
    body: `ผู้คนเปิด Adit วันละครั้ง บ่อยครั้งบนรถไฟที่ไม่มีสัญญาณ แอปนี้สร้างมาเพื่อสิ่งนั้น

## บนหน้าจอโฮม
เลือก **ติดตั้งแอป** ในเมนู บน iPhone ให้เปิดเมนูแชร์ของเบราว์เซอร์ แล้วเลือก “เพิ่มไปยังหน้าจอโฮม” จากนั้น Adit เปิดได้โดยไม่มีเครือข่าย และแสดงตัวเลขของครั้งล่าสุดพร้อมเวลา ประกาศที่คุณเคยอ่านและสิบรายการล่าสุดอ่านได้พร้อมรูปภาพ

## การแจ้งเตือน
เมื่อครบ 24 ชั่วโมงเครื่องขุดจะหยุด หากเปิด **การแจ้งเตือน** ในเมนู คุณจะได้รับแจ้งรอบละครั้งในภาษาของคุณ และไม่แจ้งในช่วงเวลาเงียบที่คุณเลือก เมื่อแอปปิดอยู่ ข้อความมาทางบริการพุชของเบราว์เซอร์ บน iPhone ได้เฉพาะเมื่อ Adit อยู่บนหน้าจอโฮม คุณปิดได้ทุกเมื่อ

## สิ่งที่เก็บไว้และส่งภายหลัง
- เริ่มเครื่องขุด
- รับผลผลิต
- สเตก
- ไถ่ถอนรายการสเตก

สี่อย่างนี้ถูกบันทึกบนอุปกรณ์ของคุณก่อน แล้วส่งทันทีที่มีการเชื่อมต่อ แต่ละรายการมีหมายเลขของตัวเอง ไม่ว่าจะส่งกี่ครั้งก็ดำเนินการเพียงครั้งเดียว คุณเห็นรายการพร้อมสถานะ และยกเลิกสิ่งที่ยังรออยู่ได้ หากรายการใดถูกปฏิเสธ เราจะบอกเหตุผล สิ่งที่รอเกินเจ็ดวันจะไม่ถูกส่งอีก

## สิ่งที่ไม่มีวันรอ
การถอน การแลกเปลี่ยน การซื้อ และการเดิมพัน ราคาและรอบเดินต่อไป สิ่งที่คุณต้องการเมื่อหลายชั่วโมงก่อนอาจไม่ใช่สิ่งที่ต้องการเมื่อสัญญาณกลับมา หน้านั้นจะบอกคุณ และไม่มีอะไรเกิดขึ้น

## ข้อมูลของใครที่ยังอยู่
ตัวเลขของคุณเก็บบนอุปกรณ์นี้ภายใต้ที่อยู่กระเป๋าเงินของคุณ และถูกลบเมื่อคุณออกจากระบบ สิ่งที่รอส่งยังอยู่เพื่อกระเป๋าเงินที่สร้างมัน เว้นแต่คุณจะทิ้ง กระเป๋าเงินอื่นมองไม่เห็นและส่งไม่ได้ ประกาศเป็นของทุกคนและยังคงอยู่`,
  },
  vi: {
    title: 'Adit khi không có mạng',
    summary:
      'Trên màn hình chính, mỗi ngày một lời nhắc: điều gì gửi sau, điều gì không bao giờ, và dữ liệu của ai ở lại.',
    body: `Adit được mở mỗi ngày một lần, nhiều khi trên tàu không có sóng. Ứng dụng được làm cho điều đó.

## Trên màn hình chính
Chọn **Cài đặt ứng dụng** trong menu. Trên iPhone, mở menu chia sẻ của trình duyệt và chọn “Thêm vào Màn hình chính”. Từ đó Adit mở được khi không có mạng và hiện số liệu của lần truy cập trước, kèm thời điểm. Thông báo bạn đã đọc và mười thông báo mới nhất đọc được cùng hình ảnh.

## Nhắc nhở
Sau 24 giờ máy đào dừng. Khi bật **Nhắc nhở** trong menu, bạn được báo mỗi chu kỳ một lần, bằng ngôn ngữ của bạn, và không vào giờ yên lặng do bạn chọn. Khi ứng dụng đóng, tin đến qua dịch vụ đẩy của trình duyệt; trên iPhone chỉ khi Adit nằm trên màn hình chính. Bạn có thể tắt bất cứ lúc nào.

## Điều được giữ lại và gửi sau
- khởi động máy đào
- nhận sản lượng
- stake
- tất toán lệnh stake

Bốn việc này được ghi trên thiết bị của bạn trước, rồi gửi ngay khi có kết nối. Mỗi việc mang một số riêng: dù gửi bao nhiêu lần cũng chỉ thực hiện một lần. Bạn thấy danh sách cùng trạng thái, và có thể rút lại việc còn đang chờ. Nếu một việc bị từ chối, bạn được cho biết lý do. Việc chờ quá bảy ngày sẽ không được gửi nữa.

## Điều không bao giờ chờ
Rút tiền, hoán đổi, mua và cược. Giá và vòng vẫn đi tiếp; điều bạn muốn vài giờ trước có thể không còn là điều bạn muốn khi có sóng trở lại. Trang sẽ nói rõ, và không có gì xảy ra.

## Dữ liệu của ai ở lại
Số liệu của bạn nằm trên thiết bị này dưới địa chỉ ví của bạn và bị xóa khi bạn đăng xuất. Việc đang chờ gửi ở lại cho ví đã tạo ra nó, trừ khi bạn bỏ đi; không ví nào khác thấy hay gửi được. Thông báo là của mọi người, và ở lại.`,
  },
  'zh-Hans': {
    title: '没有网络时的 Adit',
    summary: '放到主屏幕，每天提醒一次：哪些稍后发送，哪些绝不排队，谁的数据留在设备上。',
    body: `Adit 每天只需打开一次，而且常常是在没有信号的列车上。它就是为此而做的。

## 放到主屏幕
在菜单中选择**安装应用**。在 iPhone 上打开浏览器的分享菜单，选择“添加到主屏幕”。此后没有网络也能打开 Adit，并显示您上次访问时的数据及其时间。您读过的公告和最新的十篇都可以连同图片阅读。

## 提醒
24 小时后矿机停止。在菜单中打开**提醒**后，每个周期用您的语言提醒一次，在您选择的免打扰时段内不会提醒。应用关闭时，消息通过浏览器的推送服务送达；在 iPhone 上，仅当 Adit 已放到主屏幕时才能收到。您可以随时关闭。

## 会保存并稍后发送的
- 启动矿机
- 领取产出
- 质押
- 赎回质押

这四项会先记在您的设备上，一有网络就发送。每一项都有自己的编号：无论发送多少次，都只执行一次。您可以看到列表和每项的状态，并撤回仍在等待的项目。如果某一项被拒绝，会告诉您原因。等待超过七天的不再发送。

## 绝不排队的
提现、兑换、购买和下注。价格和轮次都在变化，几小时前的决定，在信号恢复时未必仍是您想要的。页面会说明这一点，什么都不会发生。

## 谁的数据留下
您的数据以钱包地址为名保存在这台设备上，退出登录时删除。等待发送的项目会为发起它的钱包保留，除非您将其放弃；其他钱包看不到，也不能发送。公告属于所有人，会留在设备上。`,
  },
  'zh-TW': {
    title: '沒有網路時的 Adit',
    summary: '放到主畫面，每天提醒一次：哪些稍後送出，哪些絕不排隊，誰的資料留在裝置上。',
    body: `Adit 每天只需開啟一次，而且常常是在沒有訊號的列車上。它就是為此而做的。

## 放到主畫面
在選單中選擇**安裝應用程式**。在 iPhone 上開啟瀏覽器的分享選單，選擇「加入主畫面」。此後沒有網路也能開啟 Adit，並顯示您上次造訪時的數據及其時間。您讀過的公告和最新的十篇都可以連同圖片閱讀。

## 提醒
24 小時後礦機停止。在選單中開啟**提醒**後，每個週期用您的語言提醒一次，在您選擇的勿擾時段內不會提醒。應用程式關閉時，訊息透過瀏覽器的推播服務送達；在 iPhone 上，僅當 Adit 已放到主畫面時才能收到。您可以隨時關閉。

## 會保存並稍後送出的
- 啟動礦機
- 領取產出
- 質押
- 贖回質押

這四項會先記在您的裝置上，一有網路就送出。每一項都有自己的編號：無論送出多少次，都只執行一次。您可以看到清單和每項的狀態，並撤回仍在等待的項目。如果某一項被拒絕，會告訴您原因。等待超過七天的不再送出。

## 絕不排隊的
提領、兌換、購買和下注。價格和輪次都在變化，幾小時前的決定，在訊號恢復時未必仍是您想要的。頁面會說明這一點，什麼都不會發生。

## 誰的資料留下
您的數據以錢包地址為名保存在這台裝置上，登出時刪除。等待送出的項目會為發起它的錢包保留，除非您將其放棄；其他錢包看不到，也不能送出。公告屬於所有人，會留在裝置上。`,
  },
};
