import type { ReactNode } from 'react'
import { accountHref } from '@/lib/account/address'
import { decompressedOf } from '@/lib/account/lens/decompressed'
import { cachedTokenData, type TokenData } from '@/lib/account/lens/token-data'
import { proofOf } from '@/lib/account/proof/contract'
import type { IdlStructs, WithDecoding } from '@/lib/api/idl'
import { base64Bytes, base64Length } from '@/lib/format/base64'
import { hexDump } from '@/lib/format/hex'
import { discriminatorHex, formatCount, groupDigits } from '@/lib/format/numbers'
import { escapeInvisible } from '@/lib/format/text'
import { ownerHref } from '@/lib/listing/address/owner-address'
import { type Cluster, searchHref, type UrlFilter } from '@/lib/page/address'
import type { AccountItem } from '@/lib/protocol/rpc/items'
import type { Mints } from '@/lib/protocol/solana/mint-info'
import { DECOMPRESSED_SENTENCE, DecompressedMark } from '../ui/decompressed-mark'
import { Digits } from '../ui/digits'
import { CopyButton, Identifier } from '../ui/identifier'
import { Lamports } from '../ui/lamports'
import { SlotWhen } from '../ui/slot-age'
import { Fact } from './fact'
import { DecodedFacts } from './idl/decoded-value'
import { ByteLens } from './lens/byte-lens'
import type { LensList } from './lens/selection-links'
import { ProofFact } from './proof-fact'
import { type Narrow, NOT_NARROWED } from './token-cells'
import { TokenFacts } from './token-facts'

/** Limit of the plain view, so that a megabyte does not freeze the page; the full base64 is beside it. A multiple of three. */
const SHOWN_BYTES = 3_072

/** Interface 2.4 and 2.5. */
export function AccountDetail({
  account,
  cluster,
  filters = [],
  inRows = false,
  isPage = false,
  list,
  token = cachedTokenData(account, list?.slice ?? null),
  narrow = NOT_NARROWED,
  ownerName,
  mints = {},
  structs = {},
}: {
  account: AccountItem
  cluster: Cluster
  filters?: readonly UrlFilter[] | undefined
  /** True in a table of rows, which shows a layout as columns. */
  inRows?: boolean
  /** True on the account's own page, which has its hash and slot above. */
  isPage?: boolean
  list?: LensList
  /** Null: none. Absent: parsed from the account's data. */
  token?: TokenData | null
  narrow?: Narrow
  ownerName?: ReactNode
  /** Amounts of mints that are not in it are shown in base units. */
  mints?: Mints | undefined
  /** Of the IDL, for the types of fields. */
  structs?: IdlStructs | undefined
}) {
  const { data } = account
  const proof = proofOf(account)
  const { decoded } = account as WithDecoding<AccountItem>
  return (
    <div className={`grid gap-x-8 gap-y-4 ${isPage ? '' : 'lg:grid-cols-[minmax(0,24rem)_minmax(0,1fr)]'}`}>
      <dl className={`facts content-start ${isPage ? 'gap-x-8 lg:columns-2' : ''}`}>
        {token && <TokenFacts token={token} cluster={cluster} narrow={narrow} info={mints[token.mint]} />}
        <DecompressedFacts account={account} cluster={cluster} />
        {decoded && <DecodedFacts decoded={decoded} structs={structs} cluster={cluster} />}
        {!isPage && (
          <Fact name="Hash">
            <Identifier
              text={account.hash}
              what="hash"
              href={accountHref(account.hash, cluster, { owner: account.owner, filters })}
            />
          </Fact>
        )}
        {proof && <ProofFact proof={proof} cluster={cluster} />}
        <Fact name="Address">
          {account.address ? <Identifier text={account.address} what="address" /> : <i>none</i>}
        </Fact>
        <Fact name="Owner">
          <Identifier text={account.owner} what="owner" href={ownerHref(account.owner, {}, cluster)} /> {ownerName}
        </Fact>
        <Fact name="Lamports">
          <Lamports value={account.lamports} both copy />
        </Fact>
        <Fact name="State tree">
          <Identifier text={account.tree} what="tree" />
        </Fact>
        <Fact name="Leaf index">
          <Digits value={account.leafIndex} />
        </Fact>
        <Fact name="Seq">
          {account.seq === null || account.seq === undefined ? (
            <span className="text-muted">none (v2 tree)</span>
          ) : (
            <Digits value={account.seq} />
          )}
        </Fact>
        {!isPage && (
          <Fact name="Created">
            <SlotWhen slot={account.slotCreated} />
          </Fact>
        )}
        {data && (
          <>
            <Fact name="Discriminator">
              <span className="id">{discriminatorHex(data.discriminator)}</span>
              <span className="text-muted"> as u64 </span>
              <span className="number">{String(data.discriminator)}</span>
              <CopyButton text={String(data.discriminator)} what="discriminator" />
            </Fact>
            <Fact name="Data hash">
              <Identifier text={data.dataHash} what="data hash" />
            </Fact>
          </>
        )}
      </dl>
      {data && !base64Length(data.data) ? (
        <Bytes base64={data.data} />
      ) : data ? (
        <ByteLens
          hash={account.hash}
          owner={account.owner}
          discriminator={data.discriminator}
          base64={data.data}
          decoded={decoded}
          cluster={cluster}
          inRows={inRows}
          folded={isPage}
          {...(list && { list })}
          plain={<Bytes base64={data.data} />}
        />
      ) : (
        <p className="text-sm text-muted">No data</p>
      )}
    </div>
  )
}

function DecompressedFacts({ account, cluster }: { account: AccountItem; cluster: Cluster }) {
  const decompressed = decompressedOf(account)
  if (!decompressed) return null
  return (
    <>
      <Fact name="State">
        <DecompressedMark /> <span className="text-muted">{DECOMPRESSED_SENTENCE}</span>
      </Fact>
      {decompressed.onChain && (
        <Fact name="On-chain account">
          <Identifier
            text={decompressed.onChain}
            what="on-chain account"
            href={searchHref(decompressed.onChain, cluster)}
          />
        </Fact>
      )}
    </>
  )
}

function Bytes({ base64 }: { base64: string }) {
  const length = base64Length(base64)
  const bytes = base64Bytes(base64.slice(0, (SHOWN_BYTES / 3) * 4))
  if (length === null || bytes === null) {
    return (
      <div className="text-sm">
        <p className="text-doubt">The data is not base64. As received:</p>
        <bdi dir="ltr" className="id block max-h-40 overflow-auto">
          {escapeInvisible(base64)}
        </bdi>
      </div>
    )
  }
  if (length === 0) return <p className="text-sm text-muted">Empty data: 0 bytes</p>
  return (
    <div className="min-w-0 text-sm">
      <h2 className="eyebrow">{`Data · ${formatCount(length, 'byte')}`}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className="mt-1 max-h-80 overflow-auto" aria-label="Data in hex and text" tabIndex={0}>
        <pre dir="ltr" className="font-mono text-xs">
          {hexDump(bytes)}
        </pre>
      </section>
      {length > SHOWN_BYTES && (
        <p className="mt-1 text-muted">{`First ${groupDigits(SHOWN_BYTES)} bytes. The base64 below is complete.`}</p>
      )}
      {/* Closed, it is not laid out: a line of a million characters takes a browser seconds. */}
      <details className="mt-3" open={length <= SHOWN_BYTES}>
        <summary className="eyebrow cursor-pointer">Full base64</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
        <section className="id mt-1 max-h-24 overflow-auto" aria-label="Data in base64" tabIndex={0}>
          {base64}
        </section>
      </details>
    </div>
  )
}
