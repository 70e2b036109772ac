import { useState } from 'react'
import type { ByteField } from '@/lib/account/lens/field'
import { type Cluster, searchHref } from '@/lib/page/address'
import { CopyButton, Identifier } from '../../ui/identifier'
import { TONE_COUNT } from './marks'
import * as words from './words'

export function FieldList({
  title,
  label = title,
  fields,
  problem = null,
  toned = false,
  cluster,
  onSelect,
}: {
  title: string
  label?: string
  fields: readonly ByteField[]
  problem?: string | null
  toned?: boolean
  cluster: Cluster
  onSelect(offset: number, length: number): void
}) {
  return (
    <div>
      <table className="lens-fields w-full" aria-label={label}>
        <caption className="eyebrow pb-1 text-start">{title}</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Bytes</th>
            <th scope="col">Value</th>
          </tr>
        </thead>
        <tbody>
          {fields.map(({ name, type, offset, length, value, problem: fault, inner }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: unnamed fields of one type have one name
            <tr key={index}>
              <th scope="row" className="w-px">
                <button
                  type="button"
                  className="lens-pick"
                  title={`${type}: select ${length === 1 ? 'byte' : 'bytes'} ${offset} to ${offset + length - 1}`}
                  disabled={length === 0}
                  onClick={() => onSelect(offset, length)}
                >
                  {toned && (
                    <span aria-hidden="true" className={`lens-swatch lens-tone lens-tone-${index % TONE_COUNT}`} />
                  )}
                  <bdi>{name}</bdi>
                </button>
              </th>
              <td className="number w-px text-muted">
                {length > 1 ? `${offset}–${offset + length - 1}` : length === 1 ? offset : '–'}
              </td>
              <td className="wrap-anywhere">
                {inner && inner.length > 0 ? (
                  <Inner {...{ value, inner, name, cluster, onSelect }} />
                ) : value === null ? (
                  <span className="text-muted">{fault}</span>
                ) : value === '' ? (
                  <i className="text-muted">empty</i>
                ) : type === 'pubkey' ? (
                  <Identifier text={value} what={name} href={searchHref(value, cluster)} />
                ) : (
                  <>
                    <bdi dir="ltr" className="id">
                      {value}
                    </bdi>
                    <CopyButton text={value} what={name} />
                  </>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {problem !== null && <p className="pt-1 text-doubt">{`Not read to its end: ${problem}.`}</p>}
    </div>
  )
}

/** Folded: a vector may have a thousand items. */
function Inner({
  value,
  inner,
  name,
  ...list
}: Pick<ByteField, 'value' | 'name'> & {
  inner: readonly ByteField[]
  cluster: Cluster
  onSelect(offset: number, length: number): void
}) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="cursor-pointer text-muted">
        {value === null ? words.values(inner.length) : `${value}, ${words.values(inner.length)}`}
      </summary>
      {isOpen && <FieldList title={name} fields={inner} {...list} />}
    </details>
  )
}
