import type { ReactNode } from 'react'
import { AccountDetail } from '@/components/account/account-detail'
import { IdlNote } from '@/components/account/idl/idl-note'
import { Identifier } from '@/components/ui/identifier'
import { KnownName } from '@/components/ui/known-name'
import { Link } from '@/components/ui/link'
import { LookupForm } from '@/components/ui/lookup-form'
import { StalePart } from '@/components/ui/stale-label'
import { StateNotice } from '@/components/ui/state-notice'
import type { AccountUrl } from '@/lib/account/address'
import type { AccountContent } from '@/lib/account/history/contract'
import { withProof } from '@/lib/account/proof/contract'
import type { AnswerIdl } from '@/lib/api/idl'
import type { Result } from '@/lib/api/result'
import { percentEncoded } from '@/lib/format/text'
import { ownerHref } from '@/lib/listing/address/owner-address'
import type { AccountSearch } from '@/lib/listing/read/find-account'
import { type Cluster, LIMITS } from '@/lib/page/address'
import type { Mints } from '@/lib/protocol/solana/mint-info'
import * as words from './words-server'

export interface AccountSectionProps {
  url: AccountUrl
  mints: Mints
  idl: AnswerIdl | null
  cluster: Cluster
}

/** Content as read from the creating transaction, which a chain node returned. */
export function AccountContentSection({ content, ...part }: AccountSectionProps & { content: Result<AccountContent> }) {
  const { url, cluster } = part
  const { owner, filters } = url
  return (
    <Section id="account-content" title="Content" back={owner === null ? null : ownerHref(owner, { filters }, cluster)}>
      {content.ok ? (
        <>
          <p className="max-w-prose pb-3 text-sm">
            <span>{words.fromCreation}</span>{' '}
            {!content.value.created.finalized && <span className="chip chip-doubt">not finalized</span>}
          </p>
          <Detail
            {...part}
            account={withProof(content.value.account, content.value.proof)}
            token={content.value.tokenData}
          />
        </>
      ) : (
        <>
          <p className="max-w-prose pb-3 text-sm">{words.noContent}</p>
          <StateNotice problem={content.problem} />
        </>
      )}
    </Section>
  )
}

/** The account in its owner's list, or how far the search got. Never says that it does not exist. features.md e5. */
export function AccountRow({
  owner,
  search,
  consumed,
  ...part
}: AccountSectionProps & { owner: string; search: Result<AccountSearch>; consumed: boolean }) {
  const { url, cluster } = part
  return (
    <Section id="account-data" title="Account data" back={backHref(owner, search, part)}>
      {search.ok ? (
        <>
          {search.value.staleReason !== null && (
            <StalePart old={{ ...search.value, reason: search.value.staleReason }} what="list" />
          )}
          <p className="max-w-prose pb-3 text-sm">{words.searchText(search.value, url.filters.length > 0, consumed)}</p>
          {search.value.account ? (
            <Detail {...part} account={search.value.account} />
          ) : (
            <p className="text-sm text-muted">
              Owner <Identifier text={owner} what="owner" href={ownerHref(owner, {}, cluster)} />
            </p>
          )}
        </>
      ) : (
        <>
          <p className="max-w-prose pb-3 text-sm">{words.notSearched}</p>
          <StateNotice problem={search.problem} />
        </>
      )}
    </Section>
  )
}

/** An account can only be found in its owner's list. */
export function OwnerForm({ url: { hash, minSlot }, cluster }: Pick<AccountSectionProps, 'url' | 'cluster'>) {
  return (
    <Section id="account-owner" title="Account data" back={null}>
      <p className="max-w-prose pb-3 text-sm text-muted">{words.askOwner}</p>
      <LookupForm
        action={`/account/${percentEncoded(hash)}`}
        name="owner"
        label="Owner"
        button="Find account"
        hidden={{ minSlot, cluster }}
      />
    </Section>
  )
}

function Section({
  id,
  title,
  back,
  children,
}: {
  id: string
  title: string
  back: string | null
  children: ReactNode
}) {
  return (
    <section aria-labelledby={id} className="pt-8">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 pb-2">
        <h2 id={id} className="text-base">
          {title}
        </h2>
        {back !== null && (
          <Link href={back} className="button">
            Back to owner’s list
          </Link>
        )}
      </div>
      {children}
    </section>
  )
}

function Detail({
  account,
  token,
  url,
  mints,
  idl,
  cluster,
}: AccountSectionProps & { account: AccountContent['account']; token?: AccountContent['tokenData'] }) {
  return (
    <div className="panel p-4">
      <AccountDetail
        isPage
        account={account}
        {...(token !== undefined && { token })}
        mints={mints}
        structs={idl?.state === 'found' ? idl.structs : undefined}
        cluster={cluster}
        filters={url.filters}
        ownerName={<KnownName address={account.owner} />}
      />
      <IdlNote idl={idl} cluster={cluster} />
    </div>
  )
}

function backHref(owner: string, search: Result<AccountSearch>, { url, cluster }: AccountSectionProps): string {
  const { hash, filters } = url
  if (!search.ok || !search.value.account) return ownerHref(owner, { filters }, cluster)
  const { place } = search.value
  const limit = LIMITS.find((size) => size >= 50 && size > place) ?? 1000
  return `${ownerHref(owner, { filters, limit, open: hash }, cluster)}#${hash}`
}
