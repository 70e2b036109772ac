import { VERDICTS } from '../api/verdicts'
import { csvNumber, csvRemark, csvRow } from '../format/csv'
import type { MonthlyAvailability, StatusAvailability } from './history/availability-contract'

const COLUMNS: readonly (readonly [name: string, of: (month: MonthlyAvailability) => string | number | null])[] = [
  ['month', ({ month }) => month],
  ['from', ({ from }) => from],
  ['to', ({ to }) => to],
  ['availability', ({ ratio }) => ratio],
  ['counted_seconds', ({ countedSeconds }) => countedSeconds],
  ['available_seconds', ({ availableSeconds }) => availableSeconds],
  ['maintenance_seconds', ({ maintenanceSeconds }) => maintenanceSeconds],
  ['no_data_seconds', ({ noSampleSeconds }) => noSampleSeconds],
  ...VERDICTS.map((verdict) => {
    return [`${verdict}_seconds`, ({ seconds }: MonthlyAvailability) => seconds[verdict]] as const
  }),
]

/** @param exportedAt ISO 8601 UTC */
export function availabilityCsv({ network, budget, months }: StatusAvailability, exportedAt: string): string {
  return [
    csvRemark('Leafscan export: availability by month'),
    csvRemark(`network: ${network}`),
    csvRemark('available: ok and for a minute after it limited or unknown - not counted: no data and maintenance'),
    csvRemark(`objective: ${budget.objective}`),
    csvRemark(`exported: ${exportedAt}`),
    csvRow(COLUMNS.map(([name]) => name)),
    ...months.map((month) => csvRow(COLUMNS.map(([, of]) => cellOf(of(month))))),
    csvRemark(`rows: ${months.length}`),
  ].join('')
}

function cellOf(value: string | number | null): string {
  return typeof value === 'number' ? csvNumber(value) : (value ?? '')
}

export function availabilityFileName({ network }: StatusAvailability): string {
  return `leafscan-${network}-availability.csv`.replaceAll(/[^\w.-]+/g, '_')
}
