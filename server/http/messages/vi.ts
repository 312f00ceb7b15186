/** Messages of replies in Vietnamese. */
import type { Messages } from './messages.ts';

export const vi: Messages = {
  ok: '',
  invalid_request: 'Không đọc được nội dung này. Không có gì thay đổi. Hãy kiểm tra lại rồi thử lại.',
  session_expired: 'Phiên đã hết hạn. Không mất gì cả. Hãy đăng nhập lại.',
  please_log_in: 'Vui lòng đăng nhập',
  forbidden: 'Không dùng được ở đây. Không có gì thay đổi.',
  forbidden_claim_only:
    'Thiết bị này chỉ xem và nhận được. Không có gì thay đổi. Hãy kết nối ví tại đây để làm thêm.',
  not_found: 'Không tìm thấy. Hãy kiểm tra liên kết hoặc quay lại.',
  not_found_unstaked: 'Stake này đã được tất toán. Không có gì thay đổi.',
  conflict: 'Yêu cầu này đã được gửi với nội dung khác. Không có gì thay đổi. Hãy tải lại và thử lại.',
  too_large: 'Kích thước quá lớn. Chưa lưu gì. Hãy chọn tệp nhỏ hơn.',
  too_many_requests: 'Quá nhiều yêu cầu, vui lòng thử lại sau',
  too_many_requests_busy: 'Hệ thống đang bận. Chưa lưu gì. Hãy thử lại sau giây lát.',
  too_many_requests_uploads: 'Tài khoản này tải lên quá nhiều lần. Chưa lưu gì. Hãy thử lại sau một giờ.',
  too_many_requests_quota:
    'Hôm nay tài khoản hoặc mạng này đã tải lên quá nhiều. Chưa lưu gì. Hãy thử lại vào ngày mai.',
  internal: 'Phía chúng tôi gặp sự cố. Không có gì thay đổi. Hãy thử lại, hoặc liên hệ nếu vẫn lỗi.',
  unavailable: 'Dịch vụ không phản hồi. Không có gì thay đổi. Hãy thử lại sau một phút.',
  bad_sign: 'Trang này có thể đã cũ. Không có gì thay đổi. Hãy tải lại và thử lại.',
  stale_timestamp: 'Giờ trên thiết bị bị lệch. Không có gì thay đổi. Hãy chỉnh ngày giờ rồi thử lại.',
  bad_wallet_signature: 'Chữ ký không khớp. Không có gì thay đổi. Hãy đăng nhập lại bằng đúng tài khoản đó.',
  bad_nonce: 'Lần đăng nhập này đã hết hạn hoặc đã dùng. Không có gì thay đổi. Hãy đăng nhập lại.',
  device_unknown: 'Thiết bị này đã đăng xuất. Không có gì thay đổi. Hãy kết nối ví để đăng nhập.',
  kyc_required: 'Chưa hoàn tất KYC, hãy xác minh trước khi khởi động máy đào',
  kyc_required_withdraw: 'Chưa hoàn tất KYC, hãy xác minh trước khi rút tiền. Số dư của bạn không đổi.',
  kyc_pending: 'Bạn đã nộp rồi. Xem kết quả ở trang KYC.',
  kyc_invalid: 'Thông tin bạn gửi không chính xác. Vui lòng tải lên thông tin đúng.',
  account_frozen:
    'Tài khoản này bị đóng băng. Không có gì thay đổi. Liên hệ với chúng tôi ở mục “Liên hệ” trong menu.',
  miner_not_activated: 'Vui lòng kích hoạt máy đào',
  miner_running: 'Máy đào đã khởi động, hãy thử lại sau',
  mining_incomplete: 'Tiến trình đào chưa hoàn tất, không thể khởi động',
  activation_unavailable: 'Máy đào của bạn đã là vĩnh viễn. Bạn không bị trừ gì.',
  activation_unavailable_trial:
    'Cần dùng thử trước. Bạn không bị trừ gì. Hãy khởi động máy đào, nhận sản lượng, rồi kích hoạt máy đào vĩnh viễn.',
  activation_unavailable_friend:
    'Trong số bạn bè bạn mời, chưa ai xác minh xong. Bạn không bị trừ gì. Hãy chờ có người xác minh xong hoặc trả bằng USDT.',
  insufficient_balance: 'Số dư không đủ: bạn có {balance} {coin}, cần {amount} {coin}. Bạn không bị trừ gì.',
  insufficient_balance_hashrate: 'Bạn có {balance} sức mạnh đào đã mua, cần {amount}. Chưa bán gì.',
  invalid_amount: 'Vui lòng nhập số lượng hợp lệ',
  invalid_amount_minimum: 'Rút ít nhất {minimum} {coin}. Chưa gửi gì.',
  invalid_amount_limit:
    'Hôm nay bạn còn rút được {left} {coin}. Chưa gửi gì. Hãy giảm số lượng hoặc quay lại vào ngày mai.',
  fund_exhausted: 'Hiện quỹ không đủ chi số này. Bạn không bị trừ gì. Hãy giảm số lượng hoặc quay lại sau.',
  price_unavailable: 'Chưa có giá mới cho coin này. Chưa hoán đổi gì. Hãy thử lại sau vài phút.',
  price_unavailable_chain:
    'Blockchain không phản hồi nên chưa chắc giá. Chưa hoán đổi gì. Hãy thử lại sau một phút.',
  price_unavailable_peg: '{coin} lệch hơn 1% so với một đô la Mỹ. Chưa hoán đổi gì. Hãy quay lại sau.',
  below_minimum_received: 'Giá đã xuống dưới mức tối thiểu của bạn. Chưa hoán đổi gì. Hãy xem giá mới.',
  address_invalid: 'Đây không phải địa chỉ ví. Chưa gửi gì. Hãy sao chép và dán lại.',
  consent_required: 'Ví của bạn phải phê duyệt địa chỉ này. Chưa gửi gì. Hãy ký để tiếp tục.',
  exchange_limit:
    'Hiện chỉ hoán đổi được nhiều nhất {most} {coin}. Chưa hoán đổi gì. Hãy giảm số lượng hoặc quay lại sau.',
  stake_locked: 'Bạn tất toán stake được sau 24 giờ. Đến lúc đó vẫn có thưởng.',
  betting_closed: 'Vòng này đã ngừng nhận cược. Bạn không bị trừ gì. Hãy tham gia vòng sau.',
  official_miner_required: 'Cần có máy đào vĩnh viễn để chơi. Bạn không bị trừ gì. Hãy kích hoạt trước.',
  exposure_limit: 'Nếu cược này thắng, quỹ chi trả không đủ trả. Bạn không bị trừ gì. Hãy cược ít hơn.',
  play_paused:
    'Bạn đang tạm dừng các trò chơi. Bạn không bị trừ gì. Xem “Chơi trong giới hạn” để biết khi nào chơi lại được.',
  play_paused_limit:
    'Hạn mức mỗi ngày của bạn là {dailyBetLimit} ADIT, hôm nay bạn đã cược {spentToday} ADIT. Bạn không bị trừ gì. Hãy cược ít hơn hoặc quay lại vào ngày mai.',
  play_paused_guesses:
    'Bạn đã đoán đủ {maxGuesses} lượt của vòng này. Bạn không bị trừ gì. Hãy tham gia vòng sau.',
  pool_full:
    'Quỹ thưởng đang rất lớn nên tạm ngừng bán lượt đoán. Bạn không bị trừ gì. Lượt đoán miễn phí vẫn được tính.',
  coupon_invalid: 'Mã này sai, đã hết hạn hoặc đã dùng hết. Không có gì thay đổi. Hãy kiểm tra và thử lại.',
  coupon_invalid_redeemed: 'Bạn đã dùng mã này rồi. Không có gì thay đổi.',
  consent_required_delete:
    'Phê duyệt đã hết hạn hoặc số dư đã thay đổi. Chưa xóa gì. Hãy xem lại và ký lần nữa.',
  deletion_blocked: 'Tài khoản còn mục chưa xong. Chưa xóa gì. Hãy hoàn tất rồi thử lại.',
};
