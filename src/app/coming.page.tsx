// Pages that are announced but not built yet, under either bar.
import { Coming } from '#ui/coming.tsx';

export const ComingPage = () => <Coming />;
export const ComingTitledPage = () => <Coming bare />;
