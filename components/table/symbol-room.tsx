import type { TokenUnits } from '@/lib/account/mints/contract'

/** Behind a heading, so that it stands over the digits. */
export function SymbolRoom({ units }: { units: TokenUnits | null }) {
  return units?.room && <span className={`symbol ${units.room}`} />
}
