import type { WholeClaim as Claim, PartBytes, UnprovenPart } from '@/lib/api/whole'
import { formatSol, formatUnits } from '@/lib/format/amounts'
import { groupDigits } from '@/lib/format/numbers'
import type { Mints } from '@/lib/protocol/solana/mint-info'

const WHY: Readonly<Record<UnprovenPart['why'], string>> = {
  alike: 'Its rows are alike in every byte',
  filters: 'Split no further with five filters',
  too_large: 'A row is too large for the indexer',
  missing: 'The indexer left out a row that it had listed at the same slot',
  foreign: 'The indexer listed rows with other bytes',
  repeated: 'The indexer listed a row twice',
}

export function WholeClaim({ claim, parts, mints = {} }: { claim: Claim; parts: number; mints?: Mints | undefined }) {
  const { complete, withData } = claim
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
        <span>{claim.sum.exact ? 'All of it comes to exactly' : 'The rows found come to'}</span>{' '}
        <b className="number font-semibold">{sumText(claim.sum, mints)}</b>.
      </p>
      {claim.unproven.length > 0 && (
        <div className="mt-3 overflow-x-auto">
          <table className="text-start" aria-label="Parts that are not proven">
            <thead>
              <tr className="text-start text-muted">
                <th scope="col" className="pe-6 text-start font-normal">
                  Bytes
                </th>
                <th scope="col" className="pe-6 text-end font-normal">
                  Rows found
                </th>
                <th scope="col" className="text-start font-normal">
                  Why
                </th>
              </tr>
            </thead>
            <tbody>
              {claim.unproven.map(({ bytes, rows, why }) => (
                <tr key={bytesText(bytes)}>
                  <td className="pe-6">
                    {bytes.some(({ hex }) => hex) ? <bdi className="id">{bytesText(bytes)}</bdi> : 'any'}
                  </td>
                  <td className="number pe-6 text-end">{groupDigits(rows)}</td>
                  <td>{WHY[why]}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {parts > claim.unproven.length && (
            <p className="mt-1 text-muted">{`And ${groupDigits(parts - claim.unproven.length)} more.`}</p>
          )}
        </div>
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

function bytesText(bytes: readonly PartBytes[]): string {
  return bytes.map(({ offset, hex }) => `${offset}: ${hex}`).join(', ')
}
