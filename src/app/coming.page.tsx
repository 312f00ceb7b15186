// Pages that are announced but not built yet.
import { Coming } from '#ui/coming.tsx';

export const ComingPage = () => <Coming />;
