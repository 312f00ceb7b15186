// The operator's banners: each a picture with the title of the announcement that it leads to.
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { Output } from '#contract';
import { PageLink } from '#ui/page-link.tsx';
import { Picture } from '#ui/picture.tsx';
import { Swiper } from '#ui/swiper.tsx';
import { Skeleton } from '#ui/views.tsx';
import { indexQuery } from './home.queries.ts';

type Banner = Output<'GET /api/index'>['banners'][number];

/** The title stands below its picture, and beside it where there is room. */
function BannerLink({ image, articleId, lang, title }: Banner) {
  return (
    <PageLink
      to={`/pages/notice/details?id=${articleId}`}
      lang={lang}
      draggable={false}
      className="@container block w-full overflow-hidden rounded-card bg-basalt text-white no-underline shadow-card"
    >
      <span className="flex flex-col @min-[640px]:flex-row">
        <Picture src={image} alt="" className="w-full shrink-0 @min-[640px]:w-1/2" />
        <span className="flex min-h-14 items-center px-4 py-2 @min-[640px]:px-8">
          <span className="line-clamp-2 text-[15px] leading-snug font-semibold text-pretty @min-[640px]:line-clamp-3 @min-[640px]:text-xl">
            {title}
          </span>
        </span>
      </span>
    </PageLink>
  );
}

/** As tall as one banner; dots and arrows come with several. */
const Loading = () => (
  <div className="@container overflow-hidden rounded-card bg-white shadow-card">
    <div className="flex flex-col @min-[640px]:flex-row">
      <Skeleton className="aspect-video w-full rounded-none @min-[640px]:w-1/2" />
      <Skeleton className="m-5 h-4 w-3/5" />
    </div>
  </div>
);

export function Banners() {
  const { t } = useLingui();
  const { data, isError } = useQuery(indexQuery());
  if (!data) return isError ? null : <Loading />;
  const slides = data.banners.map((banner, at) => ({
    key: `${at + 1} ${banner.image} ${banner.articleId}`,
    name: banner.title,
    view: <BannerLink {...banner} />,
  }));
  return <Swiper label={t`Highlights`} slides={slides} />;
}
