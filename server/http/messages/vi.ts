/** Messages of replies in Vietnamese. */
import type { Messages } from './messages.ts';

export const vi: Messages = {
  ok: '',
  invalid_request: 'Không đọc được yêu cầu. Chưa có gì thay đổi: hãy kiểm tra nội dung đã nhập rồi thử lại.',
  session_expired: 'Phiên đăng nhập đã hết hạn. Dữ liệu của bạn không bị mất: vui lòng đăng nhập lại.',
  please_log_in: 'Vui lòng đăng nhập',
  forbidden: 'Tính năng này không được bật ở đây. Chưa có gì thay đổi.',
  forbidden_claim_only:
    'Thiết bị này chỉ được xem và nhận thưởng. Chưa có gì thay đổi: hãy kết nối ví trên thiết bị này để làm thêm.',
  not_found: 'Không tìm thấy nội dung này. Hãy kiểm tra liên kết, hoặc quay lại rồi thử lại.',
  conflict:
    'Yêu cầu này khác với yêu cầu đã được xử lý trước đó. Chưa có gì thay đổi: hãy tải lại trang rồi thử lại.',
  too_large: 'Nội dung gửi lên quá lớn nên chưa được lưu. Hãy chọn nội dung nhỏ hơn rồi thử lại.',
  too_many_requests: 'Quá nhiều yêu cầu, vui lòng thử lại sau',
  too_many_requests_busy:
    'Có quá nhiều giấy tờ được gửi đến cùng lúc. Chưa có gì được lưu: vui lòng thử lại sau giây lát.',
  too_many_requests_uploads:
    'Tài khoản này đã gửi giấy tờ quá nhiều lần. Chưa có gì được lưu: vui lòng thử lại sau một giờ.',
  too_many_requests_quota:
    'Hôm nay không nhận thêm giấy tờ từ tài khoản hoặc mạng này. Chưa có gì được lưu: vui lòng thử lại vào ngày mai.',
  internal:
    'Phía chúng tôi gặp sự cố. Chưa có gì thay đổi: vui lòng thử lại, và liên hệ với chúng tôi nếu vẫn lỗi.',
  unavailable: 'Hiện không kết nối được với dịch vụ. Chưa có gì thay đổi: vui lòng thử lại sau một phút.',
  bad_sign:
    'Yêu cầu đã bị sửa trên đường truyền, hoặc trang đã cũ. Chưa có gì thay đổi: hãy tải lại trang rồi thử lại.',
  stale_timestamp:
    'Giờ trên thiết bị của bạn lệch với máy chủ. Chưa có gì thay đổi: hãy chỉnh lại ngày giờ rồi thử lại.',
  bad_wallet_signature:
    'Chữ ký không khớp với thông điệp đăng nhập. Chưa có gì thay đổi: hãy đăng nhập lại bằng cùng tài khoản.',
  bad_nonce:
    'Yêu cầu đăng nhập này đã hết hạn hoặc đã được dùng. Chưa có gì thay đổi: vui lòng đăng nhập lại.',
  device_unknown:
    'Thiết bị này không còn đăng nhập nữa. Chưa có gì thay đổi: hãy kết nối ví để đăng nhập lại.',
  kyc_required: 'Chưa hoàn tất KYC, hãy xác minh trước khi khởi động máy đào',
  kyc_required_withdraw: 'Chưa hoàn tất KYC, hãy xác minh trước khi rút tiền. Số dư của bạn không đổi.',
  kyc_pending: 'Bạn đã gửi hồ sơ xác minh. Không cần gửi lại: hãy xem trạng thái trên trang Xác minh KYC.',
  kyc_invalid: 'Thông tin bạn gửi không chính xác. Vui lòng tải lên thông tin đúng.',
  account_frozen:
    'Tài khoản này đang bị đóng băng. Chưa có gì thay đổi: xem cách liên hệ ở mục “Liên hệ” trong menu.',
  miner_not_activated: 'Vui lòng kích hoạt máy đào',
  miner_running: 'Máy đào đã khởi động, hãy thử lại sau',
  mining_incomplete: 'Tiến trình đào chưa hoàn tất, không thể khởi động',
  activation_unavailable:
    'Máy đào của bạn đã là vĩnh viễn, hoặc không còn bạn bè đã xác minh để kích hoạt. Bạn chưa bị trừ tiền.',
  insufficient_balance:
    'Số dư không đủ: số dư hiện tại {balance} {coin}, số lượng {amount} {coin}. Bạn chưa bị trừ tiền.',
  invalid_amount: 'Vui lòng nhập số lượng hợp lệ',
  fund_exhausted:
    'Quỹ chi trả hiện không đủ cho số lượng này. Bạn chưa bị trừ gì: hãy giảm số lượng hoặc quay lại sau.',
  price_unavailable:
    'Hiện chưa có giá mới cho đồng coin này. Chưa có gì được hoán đổi: vui lòng thử lại sau vài phút.',
  price_unavailable_chain:
    'Blockchain không phản hồi hoặc đang đứng yên nên không xác định được giá. Chưa có gì được hoán đổi: vui lòng thử lại sau một phút.',
  price_unavailable_peg:
    '{coin} đang lệch hơn 1% so với một đô la Mỹ nên tạm thời không hoán đổi. Chưa có gì được hoán đổi: hãy quay lại sau.',
  below_minimum_received:
    'Giá đã thay đổi, bạn sẽ nhận ít hơn mức tối thiểu đã đặt. Chưa có gì được hoán đổi: hãy xem giá mới rồi xác nhận lại.',
  address_invalid: 'Đây không phải địa chỉ ví hợp lệ. Chưa có gì được gửi: hãy sao chép và dán lại địa chỉ.',
  consent_required:
    'Ví của bạn phải chấp thuận địa chỉ này. Chưa có gì được gửi: hãy ký yêu cầu để tiếp tục.',
  exchange_limit:
    'Vượt quá số có thể hoán đổi lúc này: nhiều nhất {most} {coin}. Chưa có gì được hoán đổi: hãy giảm số lượng hoặc quay lại sau.',
  stake_locked:
    'Lệnh stake tất toán được sau 24 giờ kể từ khi stake và vẫn sinh lời đến lúc đó. Hãy thử lại sau.',
  betting_closed: 'Vòng này đã ngừng nhận cược. Bạn chưa bị trừ gì: hãy tham gia vòng tiếp theo.',
  official_miner_required:
    'Chỉ người sở hữu máy đào vĩnh viễn mới được tham gia. Bạn chưa bị trừ gì: hãy kích hoạt máy đào vĩnh viễn trước.',
  exposure_limit:
    'Nếu cược này thắng, quỹ chi trả của cuộc đua sẽ không đủ, nên không thể nhận cược. Bạn chưa bị trừ gì: hãy cược ít hơn.',
  play_paused:
    'Hạn mức hoặc thời gian tạm dừng do bạn đặt đang có hiệu lực. Bạn chưa bị trừ gì: xem mục Chơi trong giới hạn để biết khi nào chơi lại được.',
  pool_full:
    'Quỹ thưởng đang lớn đến mức mua hết mọi số có thể có lời, nên hiện không bán thêm dự đoán. Bạn không bị trừ gì: dự đoán miễn phí của mỗi vòng vẫn được tính.',
  coupon_invalid:
    'Mã này không tồn tại, đã hết hạn hoặc đã dùng hết. Chưa có gì thay đổi: hãy kiểm tra mã rồi thử lại.',
  consent_required_delete:
    'Chấp thuận này đã hết hạn, hoặc số dư đã thay đổi. Chưa có gì bị xóa: hãy xem lại và ký lần nữa.',
  deletion_blocked: 'Tài khoản này còn mục chưa kết thúc. Chưa có gì bị xóa: hãy hoàn tất trước rồi thử lại.',
};
