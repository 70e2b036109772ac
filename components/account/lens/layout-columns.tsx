import { isKept, setLayout } from './layout-store'
import type { UsedLayout } from './used-layout'
import * as words from './words'

export function LayoutCaption({ layout }: { layout: UsedLayout }) {
  if (layout.text === null) return null
  return (
    <caption className="border-b border-line px-3 py-1.5 text-start text-sm">
      {layout.problems.length > 0 ? (
        <span className="text-doubt">{words.notApplied(layout.problems)}</span>
      ) : (
        <span className="text-muted">{layout.own ? (isKept() ? words.ofTab : words.ofLink) : words.ofAddress}</span>
      )}{' '}
      <button
        type="button"
        className="min-h-6 cursor-pointer text-leaf underline underline-offset-4"
        onClick={() => setLayout(null)}
      >
        {words.removeLayout}
      </button>
    </caption>
  )
}

export function LayoutHeads({ layout }: { layout: UsedLayout }) {
  return layout.fields.map(({ name }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: unnamed fields of one type have one name
    <th scope="col" key={index} className="normal-case">
      <bdi>{name}</bdi>
    </th>
  ))
}

/** `base`: offset where a slice of the data begins. */
export function LayoutCells({
  layout,
  data,
  base,
}: {
  layout: UsedLayout
  data: { data: string } | null | undefined
  base: number
}) {
  if (layout.fields.length === 0) return null
  const read = layout.read(data?.data, base)
  return layout.fields.map(({ name }, index) => {
    const field = read[index]
    const value = field?.value ?? null
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: unnamed fields of one type have one name
      <td key={index} data-label={name}>
        {value === null ? (
          <span className="text-muted">
            <span aria-hidden="true" title={field?.problem}>
              –
            </span>
            <span className="sr-only">{field?.problem ?? 'no data'}</span>
          </span>
        ) : (
          <bdi dir="ltr" className="id inline-block max-w-full truncate sm:max-w-64 align-bottom" title={value}>
            {value}
          </bdi>
        )}
      </td>
    )
  })
}
