import type { ReactNode } from 'react'
import { TokenAmount } from '@/components/ui/amounts'
import { Identicon } from '@/components/ui/identifier'
import { Lamports } from '@/components/ui/lamports'
import { tokenUnits } from '@/lib/account/mints/contract'
import { counted } from '@/lib/format/numbers'
import { shorten, visible } from '@/lib/format/text'
import type { Mints } from '@/lib/protocol/solana/mint-info'
import type { KnownTransaction, MintChange } from '@/lib/transaction/contract'

const MOST_MINTS = 3

export function TransactionFlow({ details, mints: known }: { details: KnownTransaction; mints: Mints }) {
  const { consumed, created, newAddresses, lamports, mints, usesCompression, failure, unreadable } = details
  if (failure) return null
  if (consumed.length + created.length + newAddresses.length === 0) {
    // The account tables already show that some may be missing.
    if (unreadable.length > 0) return null
    return (
      <p className="max-w-prose pt-4 text-sm">
        {usesCompression
          ? 'It updated trees: no compressed account was consumed or created.'
          : 'It changed no compressed state.'}
      </p>
    )
  }
  const sum = lamports.state === 'known' ? lamports.value : null
  const changes = mints.state === 'known' ? mints.value : []
  const named = changes.slice(0, MOST_MINTS)
  return (
    <section aria-labelledby="flow" className="pt-8">
      <h2 id="flow" className="pb-2 text-base">
        Compressed state
      </h2>
      <ol className="lifeline" aria-label="Consumed and created">
        <Side title="Consumed" tone="fail" count={consumed.length}>
          {sum && sum.consumed > 0n && <Lamports value={sum.consumed} />}
          {named.map(
            (mint) => mint.consumed > 0n && <Amount key={mint.of} mint={mint} known={known} amount={mint.consumed} />,
          )}
          {sum && sum.compressed > 0n && (
            <Crossing words="from the chain">
              <Lamports value={sum.compressed} />
            </Crossing>
          )}
          {named.map(
            (mint) =>
              mint.compressed > 0n && (
                <Crossing key={mint.of} words="from the chain">
                  <Amount mint={mint} known={known} amount={mint.compressed} />
                </Crossing>
              ),
          )}
        </Side>
        <li className="lifeline-stretch">
          <span>
            transaction{' '}
            <span aria-hidden="true" className="max-sm:hidden">
              →
            </span>
            <span aria-hidden="true" className="sm:hidden">
              ↓
            </span>
          </span>
        </li>
        <Side title="Created" tone="leaf" count={created.length}>
          {sum && sum.created > 0n && <Lamports value={sum.created} />}
          {named.map(
            (mint) => mint.created > 0n && <Amount key={mint.of} mint={mint} known={known} amount={mint.created} />,
          )}
          {newAddresses.length > 0 && <span>{counted(newAddresses.length, 'new address', 'new addresses')}</span>}
          {sum && sum.decompressed > 0n && (
            <Crossing words="to the chain">
              <Lamports value={sum.decompressed} />
            </Crossing>
          )}
          {named.map(
            (mint) =>
              mint.decompressed > 0n && (
                <Crossing key={mint.of} words="to the chain">
                  <Amount mint={mint} known={known} amount={mint.decompressed} />
                </Crossing>
              ),
          )}
        </Side>
      </ol>
    </section>
  )
}

function Side({
  title,
  tone,
  count,
  children,
}: {
  title: string
  tone: 'fail' | 'leaf'
  count: number
  children: ReactNode
}) {
  return (
    <li className={`panel p-4 ${tone === 'leaf' ? 'border-leaf' : 'border-fail'}`}>
      <h3 className={`text-base ${tone === 'leaf' ? 'text-leaf' : 'text-fail'}`}>{title}</h3>
      <p className="text-sm">{counted(count, 'account')}</p>
      <div className="flex flex-col items-start gap-x-3 pt-1 text-sm">{children}</div>
    </li>
  )
}

function Crossing({ words, children }: { words: string; children: ReactNode }) {
  return (
    <span className="text-muted">
      {children} <span>{words}</span>
    </span>
  )
}

function Amount({ mint: { of }, amount, known }: { mint: MintChange; amount: bigint; known: Mints }) {
  const { head, tail } = shorten(of)
  return (
    <span>
      <TokenAmount amount={amount} mint={of} units={tokenUnits(known, [{ mint: of, amount }])} />{' '}
      <span className="whitespace-nowrap">
        <span className="text-muted">of </span>
        <Identicon text={of} />{' '}
        <bdi dir="ltr" className="id" title={visible(of)}>
          {`${visible(head)}…${visible(tail)}`}
        </bdi>
      </span>
    </span>
  )
}
