import type { ReactNode } from 'react'
import { OWNER_FIELDS, type OwnerField, type OwnerQuery } from '@/lib/listing/address/owner-query'

export type FormState = Pick<OwnerQuery, 'fields' | 'errors'>

/** Its id is its name: notices link to it. */
export function Field({
  name,
  state,
  numeric = false,
  describedBy,
  className = '',
}: {
  name: OwnerField
  state: FormState
  numeric?: boolean
  describedBy?: string
  className?: string
}) {
  return (
    <Labelled name={name} className={className}>
      <input
        {...attributes(name, state, describedBy)}
        defaultValue={state.fields[name]}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        inputMode={numeric ? 'numeric' : 'text'}
        className={`field aria-invalid:border-fail ${numeric ? 'number' : 'id'}`}
      />
    </Labelled>
  )
}

export function Choice({
  name,
  state,
  options,
  className = '',
}: {
  name: OwnerField
  state: FormState
  options: Readonly<Record<string, string>>
  className?: string
}) {
  return (
    <Labelled name={name} className={className}>
      <select {...attributes(name, state)} defaultValue={state.fields[name]} className="field aria-invalid:border-fail">
        {Object.entries(options).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </Labelled>
  )
}

function attributes(name: OwnerField, { errors }: FormState, describedBy?: string) {
  const described = [errors[name] && errorId(name), describedBy].filter(Boolean).join(' ')
  return {
    id: name,
    name,
    ...(errors[name] && { 'aria-invalid': true }),
    ...(described && { 'aria-describedby': described }),
  }
}

function Labelled({ name, className, children }: { name: OwnerField; className: string; children: ReactNode }) {
  return (
    <div className={className}>
      <label htmlFor={name} className="block pb-1 text-xs font-semibold text-muted">
        {OWNER_FIELDS[name]}
      </label>
      {children}
    </div>
  )
}

/** Below the fields, where a sentence fits; each field points at its own. */
export function FieldErrors({ names, state: { errors } }: { names: readonly OwnerField[]; state: FormState }) {
  return names.map(
    (name) =>
      errors[name] && (
        <p key={name} id={errorId(name)} className="pt-1 text-sm text-fail">
          {`${OWNER_FIELDS[name]} ${errors[name]}.`}
        </p>
      ),
  )
}

function errorId(name: OwnerField): string {
  return `${name}-error`
}
