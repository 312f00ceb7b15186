/** Announcement: the odds of both games computed, what many rounds do to a balance, and how to stop. Markdown, one text a language. */
import type { Language } from '#contract/call.ts';
import type { ArticleText } from './articles.repository.ts';

/** The bars are (5/6)^n for 0, 1, 4, 12 and 24 rounds. */
const PICTURE = '/covers/games-rounds.svg';

export const GAMES: Readonly<Record<Language, ArticleText>> = {
  en: {
    title: 'The odds and the edge of both games',
    summary:
      'What a guess and a bet bring on average, what many rounds do to a balance, and how to stop in time.',
    body: `Both games are there for fun. This is what they cost on average, computed and not promised.

## Web3 Guess
- Three digits in order: 1 in 1,000 for every guess, whatever digits you choose.
- Owners of a permanent miner take part. The first guess of a round is free. Up to nine more cost 2 ADIT each, which go into the pool.
- Each permanent miner adds 2 newly issued ADIT to every draw.
- All winning guesses share the pool equally, and the same digits twice are two shares. What nobody wins goes on to the next round, as does what is left of the division.

On average a guess brings a thousandth of the pool at most: 0.5 ADIT of a pool of 500, and less when others have the same digits. A paid guess is therefore worth its price only from a pool of 2,000 ADIT on. The house takes nothing out of the pool. Whoever guesses once a day has won at least once after a year with a chance of 31%.

## Race
- One of six lanes is champion, each with a chance of 1 in 6. It pays 5 times the stake, the stake included.
- Of 100 ADIT that are bet, 83.33 come back on average. 16.67 stay: the house edge of 16.67%.
- More lanes change the swings, not the edge. The same stake on all six lanes brings back five of six, every time.
- No pattern helps. A draw knows nothing of the one before.

## What many rounds do
![Five bars, each lower than the one before; of the last one almost nothing is left](${PICTURE} "What is left of 100 ADIT at the start and after 1, 4, 12 and 24 rounds, on average")
A race is drawn every five minutes. Who bets again whatever came back has left, on average, of 100 ADIT:
- after 1 round: 83.33
- after 4 rounds, 20 minutes: 48.23
- after 12 rounds, 1 hour: 11.22
- after 24 rounds, 2 hours: 1.26

Who bets 10 ADIT in every round loses 20 ADIT an hour on average. Ten rounds in a row without a win on one lane happen to 16 of 100 people.

## What is limited
- 1 to 10,000 ADIT on a lane in one round.
- A bet that the race bank could not pay in the worst case is refused.
- A round that cannot be drawn within six hours is void. Stakes, and what was paid for guesses, come back.

## Stopping in time
Under [Playing within limits](#/pages/limits/index) you set how much you may bet a day in both games together. A lower limit holds at once, a higher one after 24 hours. A pause of 1, 7 or 30 days closes both games and cannot be ended early. The server keeps both, whichever device you use.

> Play with what you can do without. How to check every draw is told under [Announcements](#/pages/notice/index).`,
  },
  ja: {
    title: '2つのゲームの確率と運営側の取り分',
    summary:
      '予想とベットで平均していくら戻るのか、回数を重ねると残高はどうなるのか、そして適度にやめる方法。',
    body: `どちらのゲームも娯楽のためのものです。平均していくらかかるのかを、約束ではなく計算で示します。

## Web3数字当て
- 順番どおりの3桁の数字です。どの数字を選んでも、1回の予想につき1,000分の1です。
- 参加できるのは永久マイナーの所有者です。各ラウンドの最初の予想は無料です。あと9回まで、1回2 ADITで予想でき、代金は賞金プールに入ります。
- 永久マイナー1台につき、抽選ごとに新規発行の2 ADITがプールに加わります。
- 的中した予想すべてで賞金プールを等分します。同じ数字を2回なら2口です。的中がなければ全額が、割り切れない分も、次のラウンドに繰り越されます。

1回の予想で戻るのは、平均して多くてもプールの1,000分の1です。プールが500 ADITなら0.5 ADITで、ほかの人も同じ数字ならそれより少なくなります。有料の予想が代金に見合うのは、プールが2,000 ADIT以上の時だけです。運営側は賞金プールから何も取りません。毎日1回予想した場合、1年で1度以上当たる確率は31%です。

## レース
- 6つのレーンのうち1つが優勝し、どのレーンも6分の1です。賭け金を含めて5倍が支払われます。
- 100 ADITを賭けると、平均して83.33 ADITが戻ります。残る16.67 ADIT、つまり16.67%が運営側の取り分です。
- レーンを増やすと変わるのは振れ幅で、取り分ではありません。6レーンすべてに同額を賭けると、毎回6分の5が戻ります。
- 法則を探しても役に立ちません。抽選は前の抽選を知りません。

## 回数を重ねると
![5本の棒グラフ。順に低くなり、最後はほとんど残っていない](${PICTURE} "100 ADITの平均の残り。開始時と、1、4、12、24ラウンド後")
レースの抽選は5分ごとです。戻った分をすべて賭け続けると、100 ADITは平均して次のようになります。
- 1ラウンド後：83.33
- 4ラウンド後（20分）：48.23
- 12ラウンド後（1時間）：11.22
- 24ラウンド後（2時間）：1.26

毎ラウンド10 ADITを賭けると、平均して1時間に20 ADITを失います。1つのレーンに賭けて10ラウンド続けて外れることは、100人のうち16人に起こります。

## 制限されていること
- 1ラウンドで1レーンに賭けられるのは1〜10,000 ADITです。
- 最悪の場合にレースの原資で支払えないベットは受け付けません。
- 6時間以内に抽選できないラウンドは無効になり、賭け金と予想の代金が戻ります。

## 適度にやめる
[節度ある利用](#/pages/limits/index)で、両方のゲームを合わせた1日のベット上限を決められます。下げるとすぐに、上げると24時間後に有効になります。1日、7日、30日の休止では両方のゲームが閉じ、途中で終えることはできません。どちらもサーバーが守るため、どの端末でも同じです。

> 失っても困らない額だけで遊んでください。抽選を検証する方法は[お知らせ](#/pages/notice/index)にあります。`,
  },
  th: {
    title: 'โอกาสถูกและส่วนได้เปรียบของทั้งสองเกม',
    summary: 'การทายและการเดิมพันได้คืนเฉลี่ยเท่าไร เล่นหลายรอบแล้วยอดคงเหลือเป็นอย่างไร และหยุดให้ทันได้อย่างไร',
    body: `ทั้งสองเกมมีไว้เพื่อความเพลิดเพลิน นี่คือค่าใช้จ่ายเฉลี่ยที่ได้จากการคำนวณ ไม่ใช่คำสัญญา

## ทายผล Web3
- เลขสามหลักตามลำดับ โอกาส 1 ใน 1,000 ต่อการทายหนึ่งครั้ง ไม่ว่าจะเลือกเลขใด
- เข้าร่วมได้เมื่อมีเครื่องขุดถาวร การทายครั้งแรกของรอบไม่เสียเงิน อีกไม่เกินเก้าครั้ง ครั้งละ 2 ADIT ซึ่งเข้ากองรางวัล
- เครื่องขุดถาวรแต่ละเครื่องเพิ่ม ADIT ที่ออกใหม่ 2 ADIT ในการออกผลทุกครั้ง
- การทายที่ถูกทั้งหมดแบ่งกองรางวัลเท่ากัน ทายเลขเดิมสองครั้งนับเป็นสองส่วน หากไม่มีใครถูก กองรางวัลยกไปรอบถัดไป เศษจากการหารก็เช่นกัน

โดยเฉลี่ย การทายหนึ่งครั้งได้คืนไม่เกินหนึ่งในพันของกองรางวัล กองรางวัล 500 ADIT เท่ากับ 0.5 ADIT และน้อยลงเมื่อคนอื่นทายเลขเดียวกัน การทายที่จ่ายเงินจึงคุ้มราคาเมื่อกองรางวัลมีตั้งแต่ 2,000 ADIT ขึ้นไปเท่านั้น ผู้จัดไม่หักอะไรจากกองรางวัล ผู้ที่ทายวันละครั้งมีโอกาส 31% ที่จะถูกอย่างน้อยหนึ่งครั้งในหนึ่งปี

## การแข่งขัน
- หนึ่งในหกเลนเป็นผู้ชนะ แต่ละเลนมีโอกาส 1 ใน 6 และจ่าย 5 เท่าของเงินเดิมพัน รวมเงินเดิมพันแล้ว
- เงินเดิมพัน 100 ADIT ได้คืนเฉลี่ย 83.33 ADIT อีก 16.67 ADIT คือส่วนได้เปรียบของผู้จัด 16.67%
- เล่นหลายเลนเปลี่ยนความผันผวน ไม่ได้เปลี่ยนส่วนได้เปรียบ เดิมพันเท่ากันทั้งหกเลนได้คืนห้าในหกทุกครั้ง
- ไม่มีรูปแบบใดช่วยได้ การออกผลแต่ละครั้งไม่รู้จักครั้งก่อนหน้า

## เล่นหลายรอบแล้วเป็นอย่างไร
![แท่งห้าแท่ง แต่ละแท่งต่ำกว่าแท่งก่อน แท่งสุดท้ายแทบไม่เหลือ](${PICTURE} "สิ่งที่เหลือเฉลี่ยจาก 100 ADIT ตอนเริ่มต้น และหลัง 1, 4, 12 และ 24 รอบ")
การแข่งออกผลทุกห้านาที ผู้ที่นำเงินที่ได้คืนไปเดิมพันต่อทั้งหมด จะเหลือเฉลี่ยจาก 100 ADIT ดังนี้
- หลัง 1 รอบ: 83.33
- หลัง 4 รอบ หรือ 20 นาที: 48.23
- หลัง 12 รอบ หรือ 1 ชั่วโมง: 11.22
- หลัง 24 รอบ หรือ 2 ชั่วโมง: 1.26

ผู้ที่เดิมพัน 10 ADIT ทุกรอบเสียเฉลี่ย 20 ADIT ต่อชั่วโมง การเดิมพันเลนเดียวแล้วไม่ถูกติดกันสิบรอบเกิดขึ้นกับ 16 คนใน 100 คน

## สิ่งที่จำกัดไว้
- 1 ถึง 10,000 ADIT ต่อเลนในหนึ่งรอบ
- การเดิมพันที่เงินทุนของการแข่งจ่ายไม่ไหวในกรณีเลวร้ายที่สุดจะถูกปฏิเสธ
- รอบที่ออกผลไม่ได้ภายในหกชั่วโมงเป็นโมฆะ เงินเดิมพันและค่าทายได้คืน

## หยุดให้ทัน
ที่ [เล่นอย่างมีขอบเขต](#/pages/limits/index) คุณกำหนดได้ว่าจะเดิมพันได้วันละเท่าไรในทั้งสองเกมรวมกัน วงเงินที่ต่ำลงมีผลทันที ที่สูงขึ้นมีผลหลัง 24 ชั่วโมง การพัก 1, 7 หรือ 30 วันปิดทั้งสองเกมและยกเลิกก่อนกำหนดไม่ได้ เซิร์ฟเวอร์เป็นผู้รักษาทั้งสองอย่าง ไม่ว่าคุณใช้อุปกรณ์ใด

> เล่นเท่าที่คุณเสียได้เท่านั้น วิธีตรวจสอบการออกผลอยู่ใน [ประกาศ](#/pages/notice/index)`,
  },
  vi: {
    title: 'Xác suất trúng và lợi thế nhà cái của hai trò chơi',
    summary:
      'Trung bình một dự đoán và một lần cược mang lại bao nhiêu, nhiều vòng làm gì với số dư, và dừng lại kịp lúc ra sao.',
    body: `Cả hai trò chơi chỉ để giải trí. Đây là cái giá trung bình của chúng, được tính ra chứ không phải lời hứa.

## Dự đoán Web3
- Ba chữ số theo thứ tự: 1 trên 1.000 cho mỗi dự đoán, dù bạn chọn số nào.
- Dành cho người có máy đào vĩnh viễn. Dự đoán đầu tiên của vòng miễn phí. Tối đa chín lần nữa, mỗi lần 2 ADIT, vào quỹ thưởng.
- Mỗi máy đào vĩnh viễn thêm 2 ADIT mới phát hành vào mỗi lượt quay.
- Mọi dự đoán trúng chia đều quỹ thưởng; cùng một số đoán hai lần là hai phần. Không ai trúng thì quỹ chuyển sang vòng sau, phần lẻ khi chia cũng vậy.

Trung bình, một dự đoán mang lại nhiều nhất một phần nghìn quỹ thưởng: 0,5 ADIT với quỹ 500, và ít hơn khi người khác cũng chọn số đó. Vì vậy một dự đoán trả tiền chỉ đáng giá khi quỹ từ 2.000 ADIT trở lên. Nhà cái không lấy gì từ quỹ thưởng. Ai dự đoán mỗi ngày một lần có 31% khả năng trúng ít nhất một lần sau một năm.

## Cuộc đua
- Một trong sáu làn là quán quân, mỗi làn 1 trên 6. Làn đó trả 5 lần tiền cược, đã gồm tiền cược.
- Cược 100 ADIT, trung bình 83,33 quay lại. 16,67 ở lại: lợi thế nhà cái 16,67%.
- Nhiều làn hơn chỉ đổi mức dao động, không đổi lợi thế nhà cái. Cược bằng nhau trên cả sáu làn thì lần nào cũng nhận lại năm phần sáu.
- Không quy luật nào giúp được. Một lượt quay không biết gì về lượt trước.

## Nhiều vòng thì sao
![Năm cột, cột sau thấp hơn cột trước; cột cuối hầu như không còn gì](${PICTURE} "Phần còn lại trung bình của 100 ADIT lúc đầu và sau 1, 4, 12 và 24 vòng")
Cứ năm phút có một cuộc đua. Ai cược lại toàn bộ số nhận về thì trung bình, từ 100 ADIT, còn:
- sau 1 vòng: 83,33
- sau 4 vòng, 20 phút: 48,23
- sau 12 vòng, 1 giờ: 11,22
- sau 24 vòng, 2 giờ: 1,26

Ai cược 10 ADIT mỗi vòng mất trung bình 20 ADIT mỗi giờ. Mười vòng liền không trúng khi cược một làn xảy ra với 16 trên 100 người.

## Điều được giới hạn
- 1 đến 10.000 ADIT cho một làn trong một vòng.
- Khoản cược mà quỹ chi trả của cuộc đua không trả nổi trong trường hợp xấu nhất sẽ bị từ chối.
- Vòng không quay được trong sáu giờ bị hủy. Tiền cược và tiền trả cho dự đoán được hoàn lại.

## Dừng lại kịp lúc
Ở [Chơi trong giới hạn](#/pages/limits/index), bạn đặt mức được cược mỗi ngày cho cả hai trò chơi cộng lại. Hạn mức thấp hơn có hiệu lực ngay, cao hơn thì sau 24 giờ. Tạm dừng 1, 7 hoặc 30 ngày đóng cả hai trò chơi và không thể kết thúc sớm. Máy chủ giữ cả hai, dù bạn dùng thiết bị nào.

> Chỉ chơi với số tiền bạn có thể mất. Cách kiểm chứng mọi lượt quay có trong mục [Thông báo](#/pages/notice/index).`,
  },
  'zh-Hans': {
    title: '两款游戏的概率与庄家优势',
    summary: '一次竞猜和一次下注平均能拿回多少，玩很多轮之后余额会怎样，以及如何及时停下。',
    body: `两款游戏都只为娱乐。下面是它们平均的代价，是算出来的，不是承诺。

## Web3 竞猜
- 按顺序的三位数字：无论选什么数字，每次竞猜都是 1,000 分之 1。
- 仅限永久矿机参与。每轮第一次竞猜免费。之后最多再猜九次，每次 2 ADIT，进入奖池。
- 每次开奖，每台永久矿机向奖池注入新发行的 2 ADIT。
- 所有猜中者平分奖池，同样的数字猜两次就是两份。无人猜中的奖池滚入下一轮，除不尽的余数也一样。

平均而言，一次竞猜最多拿回奖池的千分之一：奖池 500 ADIT 时是 0.5 ADIT，如果别人也选了同样的数字则更少。因此只有奖池达到 2,000 ADIT 以上，付费竞猜才值它的价格。庄家不从奖池中抽取任何部分。每天猜一次的人，一年内至少猜中一次的概率是 31%。

## 竞速
- 六条赛道中有一条是冠军，每条的概率都是 6 分之 1，派彩为下注额的 5 倍，已含本金。
- 每下注 100 ADIT，平均返还 83.33，留下 16.67，即 16.67% 的庄家优势。
- 多押几条赛道改变的是波动，不是庄家优势。六条赛道押同样的数额，每次都只拿回六分之五。
- 没有规律可循，一次开奖与前一次毫无关系。

## 很多轮之后
![五根柱子逐根变矮，最后一根几乎什么都不剩](${PICTURE} "100 ADIT 的平均剩余：开始时，以及 1、4、12、24 轮之后")
竞速每五分钟开奖一次。如果把返还的部分全部再下注，100 ADIT 平均还剩：
- 1 轮之后：83.33
- 4 轮之后（20 分钟）：48.23
- 12 轮之后（1 小时）：11.22
- 24 轮之后（2 小时）：1.26

每轮都下注 10 ADIT 的人，平均每小时损失 20 ADIT。只押一条赛道而连续十轮不中，100 人中会有 16 人遇到。

## 有哪些限制
- 每轮每条赛道可下注 1 至 10,000 ADIT。
- 如果竞速资金在最坏情况下无力支付，下注会被拒绝。
- 六小时内无法开奖的轮次无效，下注额和竞猜费用都会退回。

## 及时停下
在[适度参与](#/pages/limits/index)中，您可以设定两款游戏合计每天最多下注多少。调低立即生效，调高 24 小时后生效。暂停 1 天、7 天或 30 天会关闭两款游戏，不能提前结束。两者都由服务器执行，与您使用哪台设备无关。

> 只用您能承受损失的部分来玩。如何验证每次开奖，请看[公告](#/pages/notice/index)。`,
  },
  'zh-TW': {
    title: '兩款遊戲的機率與莊家優勢',
    summary: '一次競猜和一次下注平均能拿回多少，玩很多輪之後餘額會怎樣，以及如何及時停下。',
    body: `兩款遊戲都只為娛樂。下面是它們平均的代價，是算出來的，不是承諾。

## Web3 競猜
- 按順序的三位數字：無論選什麼數字，每次競猜都是 1,000 分之 1。
- 僅限永久礦機參與。每輪第一次競猜免費。之後最多再猜九次，每次 2 ADIT，進入獎池。
- 每次開獎，每台永久礦機向獎池注入新發行的 2 ADIT。
- 所有猜中者平分獎池，同樣的數字猜兩次就是兩份。無人猜中的獎池滾入下一輪，除不盡的餘數也一樣。

平均而言，一次競猜最多拿回獎池的千分之一：獎池 500 ADIT 時是 0.5 ADIT，如果別人也選了同樣的數字則更少。因此只有獎池達到 2,000 ADIT 以上，付費競猜才值它的價格。莊家不從獎池中抽取任何部分。每天猜一次的人，一年內至少猜中一次的機率是 31%。

## 競速
- 六條賽道中有一條是冠軍，每條的機率都是 6 分之 1，派彩為下注額的 5 倍，已含本金。
- 每下注 100 ADIT，平均返還 83.33，留下 16.67，即 16.67% 的莊家優勢。
- 多押幾條賽道改變的是波動，不是莊家優勢。六條賽道押同樣的數額，每次都只拿回六分之五。
- 沒有規律可循，一次開獎與前一次毫無關係。

## 很多輪之後
![五根柱子逐根變矮，最後一根幾乎什麼都不剩](${PICTURE} "100 ADIT 的平均剩餘：開始時，以及 1、4、12、24 輪之後")
競速每五分鐘開獎一次。如果把返還的部分全部再下注，100 ADIT 平均還剩：
- 1 輪之後：83.33
- 4 輪之後（20 分鐘）：48.23
- 12 輪之後（1 小時）：11.22
- 24 輪之後（2 小時）：1.26

每輪都下注 10 ADIT 的人，平均每小時損失 20 ADIT。只押一條賽道而連續十輪不中，100 人中會有 16 人遇到。

## 有哪些限制
- 每輪每條賽道可下注 1 至 10,000 ADIT。
- 如果競速資金在最壞情況下無力支付，下注會被拒絕。
- 六小時內無法開獎的輪次無效，下注額和競猜費用都會退回。

## 及時停下
在[適度參與](#/pages/limits/index)中，您可以設定兩款遊戲合計每天最多下注多少。調低立即生效，調高 24 小時後生效。暫停 1 天、7 天或 30 天會關閉兩款遊戲，不能提前結束。兩者都由伺服器執行，與您使用哪台裝置無關。

> 只用您能承受損失的部分來玩。如何驗證每次開獎，請看[公告](#/pages/notice/index)。`,
  },
};
