import type { ExportedMethod } from '@/lib/export/columns'
import { FORMATS } from '@/lib/export/document'
import { exportPath } from '@/lib/export/path'
import type { Params } from '@/lib/rpc/methods'

/**
 * Links that save a whole list as a file, which the server writes as it reads; they need no script. On the server only:
 * a page's scripts do not grow by them. features.md a20, a21.
 */
export function ExportLinks<M extends ExportedMethod>({
  method,
  params,
  network,
  what,
}: {
  method: M
  params: Params<M>
  network: string
  /** What is taken away, in words that complete "All …". */
  what: string
}) {
  return (
    <p className="mt-6 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
      All {what}, from the first to the last, as a file that says where it comes from:
      {FORMATS.map((format) => (
        <a key={format} href={exportPath(method, params, network, format)} download rel="nofollow">
          {format.toUpperCase()}
        </a>
      ))}
    </p>
  )
}
