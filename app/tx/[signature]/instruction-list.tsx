import { Identifier } from '@/components/ui/identifier'
import { Link } from '@/components/ui/link'
import { formatCount } from '@/lib/format/numbers'
import { ownerHref } from '@/lib/listing/address/owner-address'
import type { Cluster } from '@/lib/page/address'
import { knownProgram } from '@/lib/protocol/solana/known-programs'
import type { TransactionDetails } from '@/lib/transaction/contract'
import { MAX_ROWS, MoreRows } from './more-rows'
import * as words from './words'

const MAX_LINES = 500

/** By depth; the chain allows one more level, drawn as the last. */
const INDENTS = ['', 'ps-5', 'ps-10', 'ps-14', 'ps-16']

export function InstructionList({
  details: { instructions, failure, doubt },
  cluster,
  json,
}: {
  details: TransactionDetails
  cluster: Cluster
  json: string
}) {
  let number = 0
  return (
    <section aria-labelledby="instructions" className="pt-8">
      <h2 id="instructions" className="pb-2 text-base">
        Instructions
      </h2>
      {doubt === 'not_recorded' && <p className="max-w-prose pb-2 text-sm text-muted">{words.outerOnly}</p>}
      <ol className="panel grid gap-y-1 p-4 text-sm">
        {instructions
          .slice(0, MAX_ROWS)
          .map(({ program, depth, name, source, discriminator, dataBytes, accounts }, i) => {
            if (depth === 1) number++
            const isFailed = depth === 1 && failure?.instruction === number - 1
            return (
              <li
                // biome-ignore lint/suspicious/noArrayIndexKey: a transaction's instructions never change their order
                key={i}
                className={`flex flex-wrap items-baseline gap-x-2 ${INDENTS[Math.min(depth ?? 2, INDENTS.length) - 1] ?? ''}`}
              >
                <span className="number text-muted">{depth === 1 ? `${number}.` : <Called />}</span>
                <span className="font-medium" title={source === null ? undefined : `named by ${source}`}>
                  {name ?? (
                    <span className="id text-muted">{discriminator === '' ? 'no data' : `0x${discriminator}`}</span>
                  )}
                </span>
                <ProgramName program={program} cluster={cluster} />
                <span className="text-muted max-sm:hidden">
                  {`${formatCount(accounts, 'account')}, ${formatCount(dataBytes, 'byte')}`}
                </span>
                {isFailed && <span className="chip chip-fail">failed</span>}
              </li>
            )
          })}
      </ol>
      <MoreRows count={instructions.length} json={json} />
    </section>
  )
}

function Called() {
  return (
    <>
      <span aria-hidden="true">↳</span>
      <span className="sr-only">calls</span>
    </>
  )
}

function ProgramName({ program, cluster }: { program: string; cluster: Cluster }) {
  const href = ownerHref(program, {}, cluster)
  const known = knownProgram(program)
  if (!known) return <Identifier text={program} what="program" href={href} short copy={false} />
  return (
    <Link href={href} title={program}>
      {known.name}
    </Link>
  )
}

export function LogLines({ details: { logs, logsLeftOut }, json }: { details: TransactionDetails; json: string }) {
  if (logs.length + logsLeftOut === 0) return null
  return (
    <details className="pt-6">
      <summary className="min-h-6 cursor-pointer text-sm font-semibold">
        {`Log, ${formatCount(logs.length, 'line')}`}
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className="panel mt-2 max-h-96 overflow-auto p-3" aria-label="Log" tabIndex={0}>
        <ol className="id text-xs">
          {logs.slice(0, MAX_LINES).map((line, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines never change their order
            <li key={i}>
              <bdi dir="ltr">{line}</bdi>
            </li>
          ))}
        </ol>
      </section>
      <MoreRows count={logs.length} shown={MAX_LINES} json={json} />
      {logsLeftOut > 0 && <p className="pt-1 text-sm text-muted">{words.logsLeftOut(logsLeftOut)}</p>}
    </details>
  )
}
