import { KEYS } from './keys'

export function KeyList() {
  return (
    <dl className="grid grid-cols-[5rem_minmax(0,1fr)] items-baseline gap-x-3 gap-y-1.5">
      {KEYS.map(({ keys, does }) => (
        <div key={keys} className="contents">
          <dt className="flex gap-1">
            {keys.split(' ').map((key) => (
              <kbd
                key={key}
                className="min-w-6 rounded-sm border border-b-2 border-line bg-sunken px-1.5 text-center font-mono text-xs/5"
              >
                {key}
              </kbd>
            ))}
          </dt>
          <dd className="text-muted">{does}</dd>
        </div>
      ))}
    </dl>
  )
}
