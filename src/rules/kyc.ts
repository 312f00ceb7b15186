/** Formats of a verification's fields, trimmed. The page reports errors before it sends; the server decides (1103). */
export const KYC_SHAPES = {
  exchangeUid: /^[\w-]{3,64}$/,
  exchangeAddress: /^[\w:.-]{8,128}$/,
} as const;
