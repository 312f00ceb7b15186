// What the page asks the server for.
import { cached } from '#api/queries.ts';

export const kycQuery = () => cached('GET /api/user/kyc');
export const sessionsQuery = () => ({ ...cached('GET /api/user/sessions'), staleTime: 0 });
