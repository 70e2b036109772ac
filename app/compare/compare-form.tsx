import type { ReactNode } from 'react'
import { type CompareAddress, SUBJECTS } from '@/lib/compare/address'
import { COMPARED, type ComparedWhat } from '@/lib/compare/contract'
import type { Cluster } from '@/lib/page/address'

const WORDS: Readonly<Record<ComparedWhat, string>> = {
  owner: 'Accounts of an owner',
  delegate: 'Token accounts of a delegate',
  signatures: 'Transactions of an account',
  latest: 'Latest transactions',
  slot: 'Slot',
  health: 'Health',
}

export function CompareForm({
  address,
  labels,
  cluster,
}: {
  address: CompareAddress
  labels: readonly string[]
  cluster: Cluster
}) {
  const { what, subject, mint, a, b, missing } = address
  const isMissing = missing !== null && missing !== 'what'
  return (
    <form action="/compare" method="get" aria-label="Compare" className="panel flex flex-wrap items-end gap-3 p-4">
      {cluster !== undefined && <input type="hidden" name="cluster" value={cluster} />}
      {mint !== '' && <input type="hidden" name="mint" value={mint} />}
      <Labelled name="what" label="What" className="w-full sm:w-auto">
        <select id="what" name="what" defaultValue={what} className="field">
          {(Object.keys(COMPARED) as ComparedWhat[]).map((word) => (
            <option key={word} value={word}>
              {WORDS[word]}
            </option>
          ))}
        </select>
      </Labelled>
      <Labelled
        name="subject"
        label="Owner, delegate or account hash"
        className="w-full sm:w-auto sm:min-w-80 sm:flex-1"
      >
        <input
          id="subject"
          name="subject"
          defaultValue={subject}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          className="field id aria-invalid:border-fail"
          {...(isMissing && { 'aria-invalid': true, 'aria-describedby': 'subject-missing' })}
        />
      </Labelled>
      <IndexerChoice name="a" label="Indexer" labels={labels} value={a} />
      <IndexerChoice name="b" label="and" labels={labels} value={b} />
      <button type="submit" className="button button-primary min-h-9!">
        Compare
      </button>
      {isMissing && (
        <p id="subject-missing" role="alert" className="w-full text-sm text-fail">
          {`${WORDS[what]}: ${SUBJECTS[what] === 'hash' ? 'the account’s hash' : `the ${SUBJECTS[what]}`} is missing.`}
        </p>
      )}
    </form>
  )
}

function IndexerChoice({
  name,
  label,
  labels,
  value,
}: {
  name: 'a' | 'b'
  label: string
  labels: readonly string[]
  value: number
}) {
  return (
    <Labelled name={name} label={label}>
      <select id={name} name={name} defaultValue={String(value)} className="field">
        {labels.map((indexer, i) => (
          <option key={indexer} value={i + 1}>
            {indexer}
          </option>
        ))}
      </select>
    </Labelled>
  )
}

function Labelled({
  name,
  label,
  className = '',
  children,
}: {
  name: string
  label: string
  className?: string
  children: ReactNode
}) {
  return (
    <div className={className}>
      <label htmlFor={name} className="block pb-1 text-xs font-semibold text-muted">
        {label}
      </label>
      {children}
    </div>
  )
}
