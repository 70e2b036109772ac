import type { WholeClaim as Claim } from '@/lib/api/whole'
import { formatSol, formatUnits } from '@/lib/format/amounts'
import { formatCount, groupDigits } from '@/lib/format/numbers'
import type { Mints } from '@/lib/protocol/solana/mint-info'
import { sumIs, whyUnproven } from './whole-words'

export function WholeClaim({ claim, parts, mints = {} }: { claim: Claim; parts: number; mints?: Mints | undefined }) {
  const { complete, withData, sum, unproven } = claim
  const [whole = '', ...more] = claim.sentences.filter((sentence) => !sentence.startsWith('Not proven:'))
  const edge = complete === false ? 'border-s-fail' : withData.proven ? 'border-s-leaf' : 'border-s-doubt'
  return (
    <section className={`panel mb-4 max-w-4xl border-s-4 px-4 py-3 text-sm ${edge}`} aria-labelledby="claim">
      <h2 id="claim" className="text-base">
        {whole}
      </h2>
      <ul className="mt-2 max-w-prose space-y-1">
        {more.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <p className="mt-2">
        <span>{sumIs(sum.exact)}</span> <b className="number font-semibold">{sumText(sum, mints)}</b>.
      </p>
      {unproven.length > 0 && (
        <ul className="mt-3 space-y-1" aria-label="Parts that are not proven">
          {unproven.map(({ bytes, rows, why }) => {
            const text = bytes.map(({ offset, hex }) => `${offset}: ${hex}`).join(', ')
            return (
              <li key={text}>
                <span>Bytes</span> <bdi className="id">{bytes.some(({ hex }) => hex) ? text : 'any'}</bdi>
                <span>{`, ${formatCount(rows, 'row')} found: ${whyUnproven[why]}.`}</span>
              </li>
            )
          })}
          {parts > unproven.length && (
            <li className="text-muted">{`And ${groupDigits(parts - unproven.length)} more.`}</li>
          )}
        </ul>
      )}
    </section>
  )
}

function sumText({ lamports, tokens }: Claim['sum'], mints: Mints): string {
  const sol = `${formatSol(lamports)} SOL`
  if (!tokens) return sol
  const info = mints[tokens.mint]
  return `${sol}, ${formatUnits(tokens.amount, info?.decimals)} ${info ? (info.symbol ?? 'tokens') : 'base units'}`
}
