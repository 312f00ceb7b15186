// What the page asks the server for.
import { kept } from '#api/queries.ts';

export const kycQuery = () => kept('GET /api/user/kyc');
export const sessionsQuery = () => ({ ...kept('GET /api/user/sessions'), staleTime: 0 });
