/** Announcement: the app on the home screen, the ways of a reminder, and how a block is undone. Markdown, one text a language. */
import type { Language } from '#contract/call.ts';
import type { ArticleText } from './articles.repository.ts';

export const INSTALL: Readonly<Record<Language, ArticleText>> = {
  en: {
    title: 'Installing Adit, and being reminded',
    summary:
      'The way onto the home screen for each device, three roads of a reminder, and what to do when none comes.',
    body: `Adit needs you once a day. On the home screen it is one tap away, and it can tell you when.

## On the home screen
- **Android, and Chrome or Edge on a computer:** choose **Install the app** in the menu. If it is missing there, open the menu of your browser and choose “Install” or “Add to Home screen”.
- **iPhone and iPad:** tap the share button of your browser, which newer ones keep behind the three dots. Scroll down and choose “Add to Home Screen”, then tap “Add”. The app begins signed out there: connect your wallet once.
- **Inside a wallet or a messenger:** such a view cannot put anything on the home screen. Open the address of this page in your own browser. Everything else works where you are.

You remove it like any other app.

## Switching reminders on
The switch is on [Miner Management](#/pages/mining/index), and in the menu under **Reminders**. Your browser asks once whether it may show notifications. On an iPhone or iPad this works from iOS 16.4 on, and only with Adit on the home screen.

## Three roads
- **Open, also in the background:** the page counts by itself.
- **Closed:** our server sends an encrypted message through the push service of your browser as soon as the cycle is over.
- **Now and then:** an installed app may be woken by Chrome or Edge. When, the browser decides.

Together they remind once for each cycle. What you have claimed already is not told any more, and what could not be delivered within twelve hours is dropped. A number on the icon shows what waits, where the device can do that.

## Quiet hours
Between two times of your choice nothing comes. What falls into them is told when they are over. The clock of your device counts.

## In your calendar
Where no notification is possible, save a calendar file under **Reminders**: an event with an alarm at the end of your cycle. Each cycle has its own.

## When none comes
Tap **Send me a test**. If nothing appears, look whether your device is set to do not disturb or saves its battery. If notifications were blocked, only you can change that:
- **Chrome or Edge on a computer:** click the sign at the left of the address and allow notifications.
- **Chrome on Android:** tap the sign at the left of the address, then Permissions. In the installed app: hold its icon, then App info, Notifications.
- **Firefox:** tap the sign at the left of the address, take the block away, load the page again.
- **Safari on a Mac:** Settings, Websites, Notifications.
- **iPhone and iPad:** the Settings app, Notifications, Adit.

> What works without a network is told in “Adit without a network” under [Announcements](#/pages/notice/index).`,
  },
  ja: {
    title: 'Aditのインストールとリマインダー',
    summary: '端末ごとのホーム画面への置き方、リマインダーの3つの経路、そして届かないときにできること。',
    body: `Aditが必要とするのは1日1回です。ホーム画面に置けばタップ1回で開き、その時を知らせることもできます。

## ホーム画面に置く
- **Android、およびパソコンのChromeとEdge：** メニューの**アプリをインストール**を選びます。ない場合は、ブラウザのメニューから「インストール」または「ホーム画面に追加」を選びます。
- **iPhoneとiPad：** ブラウザの共有ボタンをタップします。新しい版では三点メニューの中にあります。下にスクロールして「ホーム画面に追加」を選び、「追加」をタップします。ホーム画面のアプリはログアウトした状態で始まるため、一度ウォレットを接続してください。
- **ウォレットやメッセージアプリの中：** そこからはホーム画面に置けません。このページのアドレスをご自身のブラウザで開いてください。ほかの機能は、その場でも使えます。

ほかのアプリと同じように削除できます。

## リマインダーをオンにする
スイッチは[マイナー管理](#/pages/mining/index)と、メニューの**リマインダー**にあります。通知を表示してよいか、ブラウザが一度尋ねます。iPhoneとiPadではiOS 16.4以降で、Aditがホーム画面にある場合に限ります。

## 3つの経路
- **開いている間（バックグラウンドも含む）：** ページ自身が時間を数えます。
- **閉じている間：** サイクルが終わると、サーバーがブラウザのプッシュサービスを通じて暗号化したメッセージを送ります。
- **ときどき：** インストールしたアプリは、ChromeやEdgeに起こされることがあります。いつ起こすかはブラウザが決めます。

3つを合わせて、1サイクルに1回だけ知らせます。受け取り済みのものは知らせず、12時間以内に届けられなかったものは送りません。対応する端末では、アイコンの数字が待っているものを示します。

## 通知を控える時間
ご自身で決めた2つの時刻の間は、何も届きません。その間のものは、終わってから知らせます。基準は端末の時計です。

## カレンダーに入れる
通知が使えないところでは、**リマインダー**からカレンダーファイルを保存できます。サイクルの終わりにアラームが鳴る予定です。ファイルはサイクルごとに異なります。

## 届かないとき
**テストを送る**をタップします。何も表示されない場合は、端末がおやすみモードや省電力になっていないか確かめてください。通知をブロックした場合、元に戻せるのはご自身だけです。
- **パソコンのChromeとEdge：** アドレスの左にあるマークをクリックし、通知を許可します。
- **AndroidのChrome：** アドレスの左にあるマーク、「権限」の順にタップします。インストール済みのアプリでは、アイコンを長押しし、「アプリ情報」、「通知」の順に開きます。
- **Firefox：** アドレスの左にあるマークをタップし、ブロックを解除して、ページを読み込み直します。
- **MacのSafari：** 設定、「Webサイト」、「通知」の順に開きます。
- **iPhoneとiPad：** 「設定」アプリ、「通知」、Aditの順に開きます。

> ネットワークがなくてもできることは、[お知らせ](#/pages/notice/index)の「ネットワークのないところでのAdit」にあります。`,
  },
  th: {
    title: 'ติดตั้ง Adit และรับการแจ้งเตือน',
    summary: 'วิธีวางบนหน้าจอโฮมของแต่ละอุปกรณ์ สามเส้นทางของการแจ้งเตือน และทำอย่างไรเมื่อไม่มีอะไรมา',
    body: `Adit ต้องการคุณวันละครั้ง เมื่ออยู่บนหน้าจอโฮมก็แตะครั้งเดียวถึง และบอกคุณได้เมื่อถึงเวลา

## บนหน้าจอโฮม
- **Android และ Chrome หรือ Edge บนคอมพิวเตอร์:** เลือก **ติดตั้งแอป** ในเมนู หากไม่มี ให้เปิดเมนูของเบราว์เซอร์แล้วเลือก “ติดตั้ง” หรือ “เพิ่มไปยังหน้าจอโฮม”
- **iPhone และ iPad:** แตะปุ่มแชร์ของเบราว์เซอร์ รุ่นใหม่จะอยู่หลังจุดสามจุด เลื่อนลงแล้วเลือก “เพิ่มไปยังหน้าจอโฮม” จากนั้นแตะ “เพิ่ม” แอปบนหน้าจอโฮมเริ่มโดยยังไม่ได้เข้าสู่ระบบ โปรดเชื่อมต่อกระเป๋าเงินหนึ่งครั้ง
- **ในแอปกระเป๋าเงินหรือแอปแชต:** หน้าแบบนี้วางอะไรบนหน้าจอโฮมไม่ได้ ให้เปิดที่อยู่ของหน้านี้ในเบราว์เซอร์ของคุณเอง ส่วนอื่นทั้งหมดใช้ได้ตามปกติ

คุณลบได้เหมือนแอปอื่น

## เปิดการแจ้งเตือน
สวิตช์อยู่ที่ [จัดการเครื่องขุด](#/pages/mining/index) และในเมนูที่ **การแจ้งเตือน** เบราว์เซอร์จะถามหนึ่งครั้งว่าแสดงการแจ้งเตือนได้หรือไม่ บน iPhone หรือ iPad ใช้ได้ตั้งแต่ iOS 16.4 และเฉพาะเมื่อ Adit อยู่บนหน้าจอโฮม

## สามเส้นทาง
- **เปิดอยู่ รวมถึงอยู่เบื้องหลัง:** หน้านี้นับเวลาเอง
- **ปิดอยู่:** เซิร์ฟเวอร์ของเราส่งข้อความเข้ารหัสผ่านบริการพุชของเบราว์เซอร์ทันทีที่รอบสิ้นสุด
- **เป็นครั้งคราว:** แอปที่ติดตั้งแล้วอาจถูก Chrome หรือ Edge ปลุก เมื่อไรนั้นเบราว์เซอร์เป็นผู้ตัดสิน

ทั้งสามรวมกันแจ้งรอบละครั้ง สิ่งที่คุณรับไปแล้วจะไม่แจ้งอีก และสิ่งที่ส่งไม่ถึงภายในสิบสองชั่วโมงจะถูกทิ้ง ตัวเลขบนไอคอนแสดงสิ่งที่รออยู่ หากอุปกรณ์รองรับ

## ช่วงเวลาเงียบ
ระหว่างสองเวลาที่คุณเลือกจะไม่มีอะไรมา สิ่งที่ตกในช่วงนั้นจะแจ้งเมื่อสิ้นสุดช่วง โดยนับตามนาฬิกาของอุปกรณ์

## ในปฏิทินของคุณ
ในที่ที่แจ้งเตือนไม่ได้ บันทึกไฟล์ปฏิทินได้ที่ **การแจ้งเตือน** เป็นกิจกรรมพร้อมเสียงเตือนเมื่อสิ้นสุดรอบ แต่ละรอบมีไฟล์ของตัวเอง

## เมื่อไม่มีอะไรมา
แตะ **ส่งทดสอบให้ฉัน** หากไม่มีอะไรแสดง ดูว่าอุปกรณ์ตั้งห้ามรบกวนหรือประหยัดแบตเตอรี่อยู่หรือไม่ หากการแจ้งเตือนถูกบล็อก มีเพียงคุณที่เปลี่ยนได้
- **Chrome หรือ Edge บนคอมพิวเตอร์:** คลิกสัญลักษณ์ทางซ้ายของที่อยู่เว็บ แล้วอนุญาตการแจ้งเตือน
- **Chrome บน Android:** แตะสัญลักษณ์ทางซ้ายของที่อยู่เว็บ แล้วสิทธิ์ ในแอปที่ติดตั้งแล้ว กดไอคอนค้าง แล้วข้อมูลแอป การแจ้งเตือน
- **Firefox:** แตะสัญลักษณ์ทางซ้ายของที่อยู่เว็บ ยกเลิกการบล็อก แล้วโหลดหน้าใหม่
- **Safari บน Mac:** การตั้งค่า เว็บไซต์ การแจ้งเตือน
- **iPhone และ iPad:** แอปการตั้งค่า การแจ้งเตือน Adit

> สิ่งที่ทำได้เมื่อไม่มีเครือข่ายอยู่ใน “Adit เมื่อไม่มีเครือข่าย” ใน [ประกาศ](#/pages/notice/index)`,
  },
  vi: {
    title: 'Cài đặt Adit và được nhắc',
    summary:
      'Cách đưa lên màn hình chính cho từng thiết bị, ba con đường của lời nhắc, và việc cần làm khi không có gì đến.',
    body: `Adit cần bạn mỗi ngày một lần. Trên màn hình chính, chỉ một chạm là tới, và ứng dụng có thể báo khi đến lúc.

## Trên màn hình chính
- **Android, và Chrome hoặc Edge trên máy tính:** chọn **Cài đặt ứng dụng** trong menu. Nếu không thấy, mở menu của trình duyệt và chọn “Cài đặt” hoặc “Thêm vào Màn hình chính”.
- **iPhone và iPad:** chạm nút chia sẻ của trình duyệt; ở bản mới, nút nằm sau dấu ba chấm. Cuộn xuống, chọn “Thêm vào Màn hình chính”, rồi chạm “Thêm”. Ứng dụng ở đó bắt đầu khi chưa đăng nhập: hãy kết nối ví một lần.
- **Bên trong một ví hay ứng dụng nhắn tin:** khung xem như vậy không đưa được gì lên màn hình chính. Hãy mở địa chỉ của trang này trong trình duyệt của bạn. Mọi thứ khác vẫn dùng được.

Bạn gỡ nó như mọi ứng dụng khác.

## Bật nhắc nhở
Công tắc nằm ở [Quản lý máy đào](#/pages/mining/index) và trong menu, mục **Nhắc nhở**. Trình duyệt hỏi một lần xem có được hiện thông báo không. Trên iPhone hay iPad, cần iOS 16.4 trở lên và Adit phải nằm trên màn hình chính.

## Ba con đường
- **Đang mở, kể cả ở nền:** trang tự đếm giờ.
- **Đã đóng:** máy chủ của chúng tôi gửi tin mã hóa qua dịch vụ đẩy của trình duyệt ngay khi chu kỳ kết thúc.
- **Thỉnh thoảng:** ứng dụng đã cài có thể được Chrome hoặc Edge đánh thức. Lúc nào là do trình duyệt quyết định.

Cả ba cộng lại nhắc mỗi chu kỳ một lần. Điều bạn đã nhận thì không báo nữa, và tin không đến được trong mười hai giờ thì bỏ. Con số trên biểu tượng cho biết điều đang chờ, nếu thiết bị hỗ trợ.

## Giờ yên lặng
Giữa hai thời điểm bạn chọn, không có gì đến. Điều rơi vào đó được báo khi hết giờ. Tính theo đồng hồ của thiết bị.

## Trong lịch của bạn
Nơi không thể có thông báo, hãy lưu tệp lịch ở mục **Nhắc nhở**: một sự kiện có chuông báo lúc chu kỳ kết thúc. Mỗi chu kỳ có tệp riêng.

## Khi không có gì đến
Chạm **Gửi thử cho tôi**. Nếu không thấy gì, hãy xem thiết bị có đang ở chế độ không làm phiền hay tiết kiệm pin không. Nếu thông báo đã bị chặn, chỉ bạn mới đổi được:
- **Chrome hoặc Edge trên máy tính:** nhấp biểu tượng bên trái địa chỉ và cho phép thông báo.
- **Chrome trên Android:** chạm biểu tượng bên trái địa chỉ, rồi Quyền. Trong ứng dụng đã cài: giữ biểu tượng, rồi Thông tin ứng dụng, Thông báo.
- **Firefox:** chạm biểu tượng bên trái địa chỉ, bỏ chặn, tải lại trang.
- **Safari trên Mac:** Cài đặt, Trang web, Thông báo.
- **iPhone và iPad:** ứng dụng Cài đặt, Thông báo, Adit.

> Những gì làm được khi không có mạng nằm trong “Adit khi không có mạng” ở mục [Thông báo](#/pages/notice/index).`,
  },
  'zh-Hans': {
    title: '安装 Adit 与接收提醒',
    summary: '各种设备放到主屏幕的方法、提醒的三条途径，以及收不到时怎么办。',
    body: `Adit 每天只需要您一次。放到主屏幕后，点一下就能打开，它还能在该来的时候告诉您。

## 放到主屏幕
- **安卓，以及电脑上的 Chrome 或 Edge：** 在菜单中选择**安装应用**。如果没有，请打开浏览器菜单，选择“安装”或“添加到主屏幕”。
- **iPhone 和 iPad：** 点按浏览器的分享按钮，新版本中它在三个点的菜单里。向下滚动，选择“添加到主屏幕”，再点按“添加”。主屏幕上的应用开始时处于未登录状态，请连接一次钱包。
- **在钱包或聊天应用里：** 这种页面无法放到主屏幕。请在自己的浏览器中打开本页地址。其他功能在这里都能用。

移除的方法与其他应用一样。

## 打开提醒
开关在[矿机管理](#/pages/mining/index)页面，以及菜单的**提醒**中。浏览器会询问一次是否允许通知。在 iPhone 和 iPad 上需要 iOS 16.4 或以上，并且 Adit 已放到主屏幕。

## 三条途径
- **打开时，包括在后台：** 页面自己计时。
- **关闭时：** 周期一结束，我们的服务器就通过浏览器的推送服务发送加密消息。
- **偶尔：** 已安装的应用可能会被 Chrome 或 Edge 唤醒，时间由浏览器决定。

三者合起来，每个周期只提醒一次。已经领取的不再提醒，十二小时内未能送达的就不再发送。在支持的设备上，图标上的数字表示有事项在等待。

## 免打扰时段
在您选择的两个时间之间不会有提醒，期间的提醒在结束后送达。以设备的时钟为准。

## 放入日历
在无法通知的地方，可以在**提醒**中保存日历文件：一个在周期结束时响铃的日程。每个周期各有一个文件。

## 收不到的时候
点按**给我发一条测试**。如果什么都没有出现，请看设备是否处于勿扰模式或省电模式。如果通知被阻止，只有您自己能恢复：
- **电脑上的 Chrome 或 Edge：** 点击地址左侧的图标，允许通知。
- **安卓上的 Chrome：** 点按地址左侧的图标，再点“权限”。已安装的应用：长按图标，再选“应用信息”、“通知”。
- **Firefox：** 点按地址左侧的图标，取消阻止，然后重新加载本页。
- **Mac 上的 Safari：** 设置、“网站”、“通知”。
- **iPhone 和 iPad：** “设置”应用、“通知”、Adit。

> 没有网络时能做什么，请看[公告](#/pages/notice/index)中的《没有网络时的 Adit》。`,
  },
  'zh-TW': {
    title: '安裝 Adit 與接收提醒',
    summary: '各種裝置放到主畫面的方法、提醒的三條途徑，以及收不到時怎麼辦。',
    body: `Adit 每天只需要您一次。放到主畫面後，點一下就能開啟，它還能在該來的時候告訴您。

## 放到主畫面
- **Android，以及電腦上的 Chrome 或 Edge：** 在選單中選擇**安裝應用程式**。如果沒有，請開啟瀏覽器選單，選擇「安裝」或「加到主畫面」。
- **iPhone 和 iPad：** 輕觸瀏覽器的分享按鈕，新版本中它在三個點的選單裡。向下捲動，選擇「加入主畫面」，再輕觸「加入」。主畫面上的應用程式開始時處於未登入狀態，請連接一次錢包。
- **在錢包或聊天應用程式裡：** 這種頁面無法放到主畫面。請在自己的瀏覽器中開啟本頁網址。其他功能在這裡都能用。

移除的方法與其他應用程式一樣。

## 開啟提醒
開關在[礦機管理](#/pages/mining/index)頁面，以及選單的**提醒**中。瀏覽器會詢問一次是否允許通知。在 iPhone 和 iPad 上需要 iOS 16.4 或以上，並且 Adit 已放到主畫面。

## 三條途徑
- **開啟時，包括在背景：** 頁面自己計時。
- **關閉時：** 週期一結束，我們的伺服器就透過瀏覽器的推播服務傳送加密訊息。
- **偶爾：** 已安裝的應用程式可能會被 Chrome 或 Edge 喚醒，時間由瀏覽器決定。

三者合起來，每個週期只提醒一次。已經領取的不再提醒，十二小時內未能送達的就不再傳送。在支援的裝置上，圖示上的數字表示有事項在等待。

## 勿擾時段
在您選擇的兩個時間之間不會有提醒，期間的提醒在結束後送達。以裝置的時鐘為準。

## 放入行事曆
在無法通知的地方，可以在**提醒**中儲存行事曆檔案：一個在週期結束時響鈴的行程。每個週期各有一個檔案。

## 收不到的時候
輕觸**傳一則測試給我**。如果什麼都沒有出現，請看裝置是否處於勿擾模式或省電模式。如果通知被封鎖，只有您自己能恢復：
- **電腦上的 Chrome 或 Edge：** 點選網址左側的圖示，允許通知。
- **Android 上的 Chrome：** 輕觸網址左側的圖示，再點「權限」。已安裝的應用程式：長按圖示，再選「應用程式資訊」、「通知」。
- **Firefox：** 輕觸網址左側的圖示，取消封鎖，然後重新載入本頁。
- **Mac 上的 Safari：** 設定、「網站」、「通知」。
- **iPhone 和 iPad：** 「設定」App、「通知」、Adit。

> 沒有網路時能做什麼，請看[公告](#/pages/notice/index)中的「沒有網路時的 Adit」。`,
  },
};
