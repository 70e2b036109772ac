import { KEYS } from './keys'

export function KeyList() {
  return (
    <dl className="grid grid-cols-[5rem_minmax(0,1fr)] items-baseline gap-x-3 gap-y-1.5">
      {KEYS.map(({ keys, does }) => (
        <div key={keys} className="contents">
          <dt className="flex gap-1">
            {keys.split(' ').map((key) => (
              <kbd key={key} className="key">
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
