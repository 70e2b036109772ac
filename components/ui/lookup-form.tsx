import { VERBATIM } from '@/components/ui/verbatim'

/** Opens a page with one more address in its query; works without scripts. */
export function LookupForm({
  action,
  name,
  label,
  button,
  hidden,
}: {
  action: string
  name: string
  label: string
  button: string
  hidden: Record<string, string | number | null | undefined | readonly string[]>
}) {
  const members = Object.entries(hidden).flatMap(([name, value]) =>
    [value ?? []].flat().map((each) => [name, String(each)] as const),
  )
  return (
    <form action={action} method="get" className="flex min-w-0 max-w-2xl flex-1 flex-wrap gap-2 max-sm:basis-full">
      {members.map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      <label htmlFor={`lookup-${name}`} className="sr-only">
        {label}
      </label>
      <input
        id={`lookup-${name}`}
        name={name}
        required
        maxLength={88}
        {...VERBATIM}
        placeholder={`${label} address`}
        className="field id min-w-0 flex-1"
      />
      <button type="submit" className="button min-h-9!">
        {button}
      </button>
    </form>
  )
}
