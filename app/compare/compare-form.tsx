import { VERBATIM } from '@/components/ui/verbatim'
import { type CompareAddress, SUBJECT_PARAMS } from '@/lib/compare/address'
import type { ComparedWhat } from '@/lib/compare/methods'
import type { Cluster } from '@/lib/page/address'

const WORDS: Readonly<Record<ComparedWhat, string>> = {
  owner: 'Accounts of an owner',
  delegate: 'Token accounts of a delegate',
  signatures: 'Transactions of an account',
  latest: 'Latest transactions',
  slot: 'Slot',
  health: 'Health',
}

const LABEL = 'block pb-1 text-xs font-semibold text-muted'

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
  const indexers = labels.map((label, i) => [String(i + 1), label] as const)
  return (
    <form action="/compare" method="get" aria-label="Compare" className="panel flex flex-wrap items-end gap-3 p-4">
      {cluster !== undefined && <input type="hidden" name="cluster" value={cluster} />}
      {mint !== '' && <input type="hidden" name="mint" value={mint} />}
      <Choice name="what" label="What" value={what} options={Object.entries(WORDS)} />
      <div className="w-full sm:w-auto sm:min-w-80 sm:flex-1">
        <label htmlFor="subject" className={LABEL}>
          Owner, delegate or account hash
        </label>
        <input
          id="subject"
          name="subject"
          defaultValue={subject}
          {...VERBATIM}
          className="field id aria-invalid:border-fail"
          {...(isMissing && { 'aria-invalid': true, 'aria-describedby': 'subject-missing' })}
        />
      </div>
      <Choice name="a" label="Indexer" value={String(a)} options={indexers} />
      <Choice name="b" label="and" value={String(b)} options={indexers} />
      <button type="submit" className="button button-primary min-h-9!">
        Compare
      </button>
      {isMissing && (
        <p id="subject-missing" role="alert" className="w-full text-sm text-fail">
          {`${WORDS[what]}: ${SUBJECT_PARAMS[what] === 'hash' ? 'the account’s hash' : `the ${SUBJECT_PARAMS[what]}`} is missing.`}
        </p>
      )}
    </form>
  )
}

function Choice({
  name,
  label,
  value,
  options,
}: {
  name: string
  label: string
  value: string
  options: readonly (readonly [value: string, text: string])[]
}) {
  return (
    <div>
      <label htmlFor={name} className={LABEL}>
        {label}
      </label>
      <select id={name} name={name} defaultValue={value} className="field">
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
}
