import type { Verdict } from '@/lib/api/verdicts'
import type { Cluster } from '@/lib/page/address'
import { statusHref } from '@/lib/status/address'
import { Link } from '../ui/link'
import { VERDICT_TONES, VerdictMark } from './verdict'
import { type BannerWords, HIDES_BANNER } from './verdict-words'

export function BannerLine({
  cluster,
  verdict,
  words,
  late = false,
}: {
  cluster: Cluster
  verdict: Verdict
  words: BannerWords
  /** Appeared after page load, so it overlays the foot of the window. */
  late?: boolean
}) {
  return (
    <aside
      className={late ? 'banner banner-late fixed inset-x-0 bottom-0 z-20' : 'banner'}
      data-tone={VERDICT_TONES[verdict]}
      data-silent-beside={HIDES_BANNER[verdict]}
      aria-label="Indexer status"
    >
      <p className="mx-auto flex max-w-[84rem] items-center gap-2 px-4 sm:px-6">
        <VerdictMark verdict={verdict} />
        <strong className="number truncate font-semibold">{words.state}</strong>
        <span className="truncate max-sm:hidden">{words.meaning}</span>
        <Link href={statusHref(cluster)} className="ms-auto text-inherit">
          Status
        </Link>
      </p>
    </aside>
  )
}
