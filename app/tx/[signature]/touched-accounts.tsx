import { None, TokenAmount } from '@/components/ui/amounts'
import { Digits } from '@/components/ui/digits'
import { Identicon, Identifier, KnownName } from '@/components/ui/identifier'
import { LamportsInColumn } from '@/components/ui/lamports-in-column'
import { KnownOwner } from '@/components/ui/token-extensions'
import { accountHref } from '@/lib/account/address'
import { tokenUnits } from '@/lib/account/mints/contract'
import { lamportsColumn } from '@/lib/format/amounts'
import { counted } from '@/lib/format/numbers'
import { mintAccountsHref, ownerHref } from '@/lib/listing/address/owner-address'
import { type Cluster, txHref } from '@/lib/page/address'
import type { Mints } from '@/lib/protocol/solana/mint-info'
import type { ConsumedAccount, CreatedAccount, KnownTransaction, TokenFields } from '@/lib/transaction/contract'
import { MOST_ROWS, MoreRows } from './more-rows'

interface TouchedRow {
  hash: string
  /** null: only the hash is known. */
  owner: string | null
  lamports: bigint | null
  address: string | null
  tree: string | null
  leafIndex: number | null
  token: TokenFields | null | undefined
  /** True: the indexer omits its tree. */
  unindexed?: boolean
}

export function TouchedAccounts({
  details,
  mints,
  cluster,
  json,
}: {
  details: KnownTransaction
  mints: Mints
  cluster: Cluster
  json: string
}) {
  const { consumed, created, newAddresses, signature, unreadable } = details
  const waiting = consumed.filter(({ content }) => content.state === 'not_read').length
  const missing = consumed.filter(({ content }) => content.state === 'unknown').length
  return (
    <>
      {consumed.length > 0 && (
        <section aria-labelledby="consumed" className="pt-8">
          <h2 id="consumed" className="pb-2 text-base">
            Consumed
          </h2>
          {waiting > 0 && (
            <p className="max-w-prose pb-2 text-sm">
              <span>{`The contents of ${counted(waiting, 'account')} were not read in time.`}</span>{' '}
              <a href={txHref(signature, cluster)}>Continue reading</a>
            </p>
          )}
          {missing > 0 && (
            <p className="max-w-prose pb-2 text-sm text-muted">
              {`The contents of ${counted(missing, 'account')} are unknown: indexer and chain node do not have the transactions that created ${missing === 1 ? 'it' : 'them'}.`}
            </p>
          )}
          <AccountRows
            label="Consumed accounts"
            rows={consumed.slice(0, MOST_ROWS).map(consumedRow)}
            mints={mints}
            cluster={cluster}
          />
          <MoreRows count={consumed.length} json={json} />
        </section>
      )}
      {created.length > 0 && (
        <section aria-labelledby="created" className="pt-8">
          <h2 id="created" className="pb-2 text-base">
            Created
          </h2>
          {created.some(({ indexed }) => !indexed) && (
            <p className="max-w-prose pb-2 text-sm text-muted">
              Not indexed: the indexer does not know these accounts. Their tree is none that it reads, or they are older
              than its index.
            </p>
          )}
          <AccountRows
            label="Created accounts"
            rows={created.slice(0, MOST_ROWS).map(createdRow)}
            mints={mints}
            cluster={cluster}
          />
          <MoreRows count={created.length} json={json} />
        </section>
      )}
      {newAddresses.length > 0 && (
        <section aria-labelledby="addresses" className="pt-8">
          <h2 id="addresses" className="pb-2 text-base">
            New addresses
          </h2>
          <ul className="panel p-4 text-sm">
            {newAddresses.slice(0, MOST_ROWS).map(({ address, tree }) => (
              <li key={address} className="flex flex-wrap gap-x-3">
                <Identifier text={address} what="address" short roomy />
                <span className="text-muted">
                  in tree <Identifier text={tree} what="tree" short copy={false} />
                </span>
              </li>
            ))}
          </ul>
          <MoreRows count={newAddresses.length} json={json} />
        </section>
      )}
      {unreadable.length > 0 && (
        <p className="max-w-prose pt-4 text-sm text-doubt">
          {`${counted(unreadable.length, 'part')} of this transaction could not be read, so accounts may be missing here.`}
        </p>
      )}
    </>
  )
}

function consumedRow({ hash, fields, leaf, content }: ConsumedAccount): TouchedRow {
  const token = content.state === 'read' ? content.token : content.state === 'not_needed' ? null : undefined
  return {
    hash,
    owner: fields?.owner ?? null,
    lamports: fields?.lamports ?? null,
    address: fields?.address ?? null,
    tree: leaf?.tree ?? null,
    leafIndex: leaf?.leafIndex ?? null,
    token,
  }
}

function createdRow({ account, token, indexed }: CreatedAccount): TouchedRow {
  const { hash, owner, lamports, address, tree, leafIndex } = account
  return { hash, owner, lamports, address, tree, leafIndex, token, unindexed: !indexed }
}

function AccountRows({
  label,
  rows,
  mints,
  cluster,
}: {
  label: string
  rows: readonly TouchedRow[]
  mints: Mints
  cluster: Cluster
}) {
  const units = tokenUnits(
    mints,
    rows.flatMap(({ token }) => token ?? []),
  )
  const column = lamportsColumn(rows.flatMap(({ lamports }) => lamports ?? []))
  const hasTokens = rows.some(({ token }) => token)
  const hasAddress = rows.some(({ address }) => address !== null)
  const hasLamports = rows.some(({ lamports }) => lamports !== 0n)
  return (
    <div className="panel sheet">
      <table className="rows cards" aria-label={label}>
        <thead>
          <tr>
            <th scope="col">Hash</th>
            {hasTokens && <th scope="col">Mint</th>}
            {hasTokens && (
              <th scope="col" className="figure">
                Amount
              </th>
            )}
            <th scope="col">{hasTokens ? 'Wallet' : 'Owner'}</th>
            {hasAddress && <th scope="col">Address</th>}
            {hasLamports && (
              <th scope="col" className="figure">
                {column.unit === 'SOL' ? 'SOL' : 'Lamports'}
              </th>
            )}
            <th scope="col">Tree</th>
            <th scope="col" className="figure">
              Leaf
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <AccountRow
              key={row.hash}
              row={row}
              column={column}
              units={units}
              shows={{ hasTokens, hasAddress, hasLamports }}
              cluster={cluster}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function AccountRow({
  row: { hash, owner, lamports, address, tree, leafIndex, token, unindexed },
  column,
  units,
  shows: { hasTokens, hasAddress, hasLamports },
  cluster,
}: {
  row: TouchedRow
  column: ReturnType<typeof lamportsColumn>
  units: ReturnType<typeof tokenUnits>
  shows: { hasTokens: boolean; hasAddress: boolean; hasLamports: boolean }
  cluster: Cluster
}) {
  return (
    <tr className="row">
      <td data-label="Hash" data-card="first">
        <Identifier text={hash} what="hash" href={accountHref(hash, cluster)} short />{' '}
        {unindexed && <span className="chip chip-doubt">not indexed</span>}
      </td>
      {hasTokens && (
        <td data-label="Mint" data-card="second">
          {token ? (
            <span className="whitespace-nowrap">
              <Identicon text={token.mint} />
              <Identifier text={token.mint} what="mint" href={mintAccountsHref(token.mint, cluster)} short />
            </span>
          ) : (
            <Missing known={token === null} />
          )}
        </td>
      )}
      {hasTokens && (
        <td data-label="Amount" data-card="first-end" className="figure">
          {token ? (
            <TokenAmount amount={token.amount} mint={token.mint} units={units} />
          ) : (
            <Missing known={token === null} />
          )}
        </td>
      )}
      <td data-label={token ? 'Wallet' : 'Owner'} data-card={hasTokens ? 'second-end' : 'second'}>
        {token ? (
          <KnownOwner owner={token.owner} tlv={token.tlv} cluster={cluster} />
        ) : owner === null ? (
          <Missing known={false} />
        ) : (
          <>
            <Identifier text={owner} what="owner" href={ownerHref(owner, {}, cluster)} short copy={false} />{' '}
            {hasTokens && <span className="text-muted">owner</span>} {!hasTokens && <KnownName address={owner} />}
          </>
        )}
      </td>
      {hasAddress && (
        <td data-label="Address" data-card="none">
          {address === null ? <None /> : <Identifier text={address} what="address" short />}
        </td>
      )}
      {hasLamports && (
        <td
          data-label={column.unit === 'SOL' ? 'SOL' : 'Lamports'}
          data-card={hasTokens ? 'none' : 'first-end'}
          className="figure"
        >
          {lamports === null ? <Missing known={false} /> : <LamportsInColumn value={lamports} {...column} />}
        </td>
      )}
      <td data-label="Tree" data-card="none">
        {tree === null ? <Missing known={false} /> : <Identifier text={tree} what="tree" short copy={false} />}
      </td>
      <td data-label="Leaf" data-card={hasTokens ? 'none' : 'second-end'} className="figure">
        {leafIndex === null ? <Missing known={false} /> : <Digits value={leafIndex} />}
      </td>
    </tr>
  )
}

function Missing({ known }: { known: boolean }) {
  return known ? <None /> : <span className="text-muted">unknown</span>
}
