import { signOf } from '@/lib/format/identicon'

/** The sign of a mint, a program or another address, to know it again by. What it says stands beside it in words. */
export function Identicon({ text, large = false }: { text: string; large?: boolean }) {
  const { hue, path } = signOf(text)
  return (
    <svg
      viewBox="0 0 5 5"
      className={large ? 'identicon me-0! size-5!' : 'identicon'}
      fill={`light-dark(hsl(${hue} 50% 42%), hsl(${hue} 55% 64%))`}
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  )
}
