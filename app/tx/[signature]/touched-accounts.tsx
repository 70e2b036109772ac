import type { ReactNode } from 'react'
import { type PlainColumn, PlainTable } from '@/components/table/plain-table'
import { None, TokenAmount } from '@/components/ui/amounts'
import { Digits } from '@/components/ui/digits'
import { Identicon, Identifier } from '@/components/ui/identifier'
import { KnownName } from '@/components/ui/known-name'
import { LamportsInColumn } from '@/components/ui/lamports'
import { KnownOwner } from '@/components/ui/token-extensions'
import { accountHref } from '@/lib/account/address'
import { tokenUnits } from '@/lib/account/mints/contract'
import { lamportsColumn } from '@/lib/format/amounts'
import { delegateHref, mintHref } from '@/lib/listing/address/list-address'
import { ownerHref } from '@/lib/listing/address/owner-address'
import { txHref } from '@/lib/page/address'
import type { ConsumedAccount, CreatedAccount, TokenFields } from '@/lib/transaction/contract'
import { MAX_ROWS, MoreRows, type TxPart } from './more-rows'
import * as words from './words'

interface TouchedRow {
  hash: string
  /** null: only the hash is known. */
  owner: string | null
  lamports: bigint | null
  address: string | null
  tree: string | null
  leafIndex: number | null
  /** undefined: not known. */
  token: TokenFields | null | undefined
  /** True: the indexer omits its tree. */
  unindexed?: boolean
}

export function TouchedAccounts(part: TxPart) {
  const { details, cluster, json } = part
  const { consumed, created, newAddresses, signature, unreadable, usesCompression } = details
  const waiting = consumed.filter(({ content }) => content.state === 'not_read').length
  const missing = consumed.filter(({ content }) => content.state === 'unknown').length
  const touched = consumed.length + created.length + newAddresses.length
  return (
    <>
      {usesCompression && touched + unreadable.length === 0 && (
        <p className="max-w-prose pt-4 text-sm">{words.noAccounts}</p>
      )}
      <Touched id="consumed" title="Consumed" count={consumed.length} json={json}>
        {waiting > 0 && (
          <p className="max-w-prose pb-2 text-sm">
            <span>{words.notReadInTime(waiting)}</span> <a href={txHref(signature, cluster)}>Continue reading</a>
          </p>
        )}
        {missing > 0 && <p className="max-w-prose pb-2 text-sm text-muted">{words.contentsUnknown(missing)}</p>}
        <AccountRows label="Consumed accounts" rows={consumed.slice(0, MAX_ROWS).map(consumedRow)} part={part} />
      </Touched>
      <Touched id="created" title="Created" count={created.length} json={json}>
        {created.some(({ indexed }) => !indexed) && (
          <p className="max-w-prose pb-2 text-sm text-muted">{words.notIndexed}</p>
        )}
        <AccountRows label="Created accounts" rows={created.slice(0, MAX_ROWS).map(createdRow)} part={part} />
      </Touched>
      <Touched id="addresses" title="New addresses" count={newAddresses.length} json={json}>
        <ul className="panel p-4 text-sm">
          {newAddresses.slice(0, MAX_ROWS).map(({ address, tree }) => (
            <li key={address} className="flex flex-wrap gap-x-3">
              <Identifier text={address} what="address" short roomy />
              <span className="text-muted">
                in tree <Identifier text={tree} what="tree" short copy={false} /> <KnownName address={tree} />
              </span>
            </li>
          ))}
        </ul>
      </Touched>
      {unreadable.length > 0 && (
        <p className="max-w-prose pt-4 text-sm text-doubt">{words.unreadableParts(unreadable.length)}</p>
      )}
    </>
  )
}

interface TouchedProps {
  id: string
  title: string
  count: number
  json: string
  children: ReactNode
}

function Touched({ id, title, count, json, children }: TouchedProps) {
  if (count === 0) return null
  return (
    <section aria-labelledby={id} className="pt-8">
      <h2 id={id} className="pb-2 text-base">
        {title}
      </h2>
      {children}
      <MoreRows count={count} json={json} />
    </section>
  )
}

function consumedRow({ hash, fields, leaf, content }: ConsumedAccount): TouchedRow {
  const token = content.state === 'read' ? content.token : content.state === 'not_needed' ? null : undefined
  const { owner = null, lamports = null, address = null } = fields ?? {}
  return { hash, owner, lamports, address, tree: leaf?.tree ?? null, leafIndex: leaf?.leafIndex ?? null, token }
}

function createdRow({ account, token, indexed }: CreatedAccount): TouchedRow {
  const { hash, owner, lamports, address, tree, leafIndex } = account
  return { hash, owner, lamports, address, tree, leafIndex, token, unindexed: !indexed }
}

function AccountRows({ label, rows, part }: { label: string; rows: readonly TouchedRow[]; part: TxPart }) {
  const { mints, cluster } = part
  const units = tokenUnits(
    mints,
    rows.flatMap(({ token }) => token ?? []),
  )
  const column = lamportsColumn(rows.flatMap(({ lamports }) => lamports ?? []))
  const hasTokens = rows.some(({ token }) => token)
  const onlyIf = (condition: boolean, ...columns: PlainColumn<TouchedRow>[]) => (condition ? columns : [])
  const columns: PlainColumn<TouchedRow>[] = [
    {
      heading: 'Hash',
      card: 'first',
      cell: ({ hash, unindexed }) => (
        <>
          <Identifier text={hash} what="hash" href={accountHref(hash, cluster)} short />{' '}
          {unindexed && <span className="chip chip-doubt">not indexed</span>}
        </>
      ),
    },
    ...onlyIf(
      hasTokens,
      {
        heading: 'Mint',
        card: 'second',
        cell: ({ token }) =>
          token ? (
            // Not MintCell: beside it is what loads scripts for owners.
            <span className="whitespace-nowrap">
              <Identicon text={token.mint} />
              <Identifier text={token.mint} what="mint" href={mintHref(token.mint, cluster)} short />
            </span>
          ) : (
            <Missing value={token} />
          ),
      },
      {
        heading: 'Amount',
        card: 'first-end',
        figure: true,
        units,
        cell: ({ token }) =>
          token ? <TokenAmount amount={token.amount} mint={token.mint} units={units} /> : <Missing value={token} />,
      },
    ),
    {
      heading: hasTokens ? 'Wallet' : 'Owner',
      card: hasTokens ? 'second-end' : 'second',
      cell: ({ token, owner }) => {
        if (token) return <KnownOwner owner={token.owner} tlv={token.tlv} cluster={cluster} />
        if (owner === null) return <Missing />
        return (
          <>
            <Identifier text={owner} what="owner" href={ownerHref(owner, {}, cluster)} short copy={false} />{' '}
            {hasTokens ? <span className="text-muted">owner</span> : <KnownName address={owner} />}
          </>
        )
      },
    },
    ...onlyIf(
      rows.some(({ token }) => token && (token.delegate !== null || token.state !== 'initialized')),
      {
        heading: 'Delegate',
        card: 'none',
        cell: ({ token }) =>
          token?.delegate ? (
            <Identifier text={token.delegate} what="delegate" href={delegateHref(token.delegate, {}, cluster)} short />
          ) : (
            <Missing value={token && null} />
          ),
      },
      {
        heading: 'State',
        card: ({ token }) => (token?.state === 'frozen' ? 'second-end' : 'none'),
        // Not StateCell, as above.
        cell: ({ token }) =>
          token ? (
            <span className={token.state === 'frozen' ? 'chip chip-doubt' : ''}>{token.state}</span>
          ) : (
            <Missing value={token} />
          ),
      },
    ),
    ...onlyIf(
      rows.some(({ address }) => address !== null),
      {
        heading: 'Address',
        card: 'none',
        cell: ({ address }) => (address === null ? <None /> : <Identifier text={address} what="address" short />),
      },
    ),
    ...onlyIf(
      rows.some(({ lamports }) => lamports !== 0n),
      {
        heading: column.unit === 'SOL' ? 'SOL' : 'Lamports',
        card: hasTokens ? 'none' : 'first-end',
        figure: true,
        cell: ({ lamports }) => (lamports === null ? <Missing /> : <LamportsInColumn value={lamports} {...column} />),
      },
    ),
    {
      heading: 'State tree',
      card: 'none',
      cell: ({ tree }) => (tree === null ? <Missing /> : <Identifier text={tree} what="tree" short copy={false} />),
    },
    {
      heading: 'Leaf index',
      card: hasTokens ? 'none' : 'second-end',
      figure: true,
      cell: ({ leafIndex }) => (leafIndex === null ? <Missing /> : <Digits value={leafIndex} />),
    },
  ]
  return <PlainTable label={label} columns={columns} rows={rows} keyOf={({ hash }) => hash} />
}

/** `null`: there is none. */
function Missing({ value }: { value?: null | undefined }) {
  return value === null ? <None /> : <span className="text-muted">unknown</span>
}
