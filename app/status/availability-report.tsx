import type { ReactNode } from 'react'
import { formatDuration } from '@/lib/format/duration'
import { counted } from '@/lib/format/numbers'
import type {
  Availability,
  ErrorBudget,
  MonthlyAvailability,
  StatusAvailability,
} from '@/lib/status/history/availability-contract'
import { shareWords } from './evidence'

const MONTHS_IN_SIGHT = 3

export function AvailabilityReport({ availability }: { availability: StatusAvailability }) {
  const { network, windows, budget } = availability
  const months = [...availability.months].reverse()
  const fileOf = (format: string) => `/api/v1/status/availability?${new URLSearchParams({ cluster: network, format })}`
  return (
    <section aria-labelledby="availability" className="space-y-3">
      <div className="flex flex-wrap items-baseline gap-x-2">
        <h2 id="availability" className="text-lg">
          Availability
        </h2>
        <p className="text-sm text-muted">Uptime of monitored time; maintenance excluded</p>
      </div>
      <Budget budget={budget} />
      <Table label="Availability" first="Last">
        {windows.map(({ days, availability }) => (
          <Row key={days} label="Last" name={days === 1 ? '24 hours' : `${days} days`} availability={availability} />
        ))}
      </Table>
      {months.length > 0 && (
        <>
          <h3 className="pt-1 text-base">
            Months <span className="text-sm font-normal text-muted">UTC, kept for good</span>
          </h3>
          <Months label="Availability by month" months={months.slice(0, MONTHS_IN_SIGHT)} />
          {months.length > MONTHS_IN_SIGHT && (
            <details>
              <summary className="cursor-pointer text-sm">
                {counted(months.length - MONTHS_IN_SIGHT, 'earlier month')}
              </summary>
              <div className="mt-2">
                <Months label="Availability of earlier months" months={months.slice(MONTHS_IN_SIGHT)} />
              </div>
            </details>
          )}
        </>
      )}
      <p className="flex flex-wrap gap-x-3 text-sm text-muted">
        Months:
        <a href={fileOf('csv')} download rel="nofollow">
          CSV
        </a>
        <a href={fileOf('json')} download rel="nofollow">
          JSON
        </a>
      </p>
    </section>
  )
}

function Budget({ budget }: { budget: ErrorBudget }) {
  const { objective, days, allowedSeconds, spentSeconds, leftSeconds, remainingRatio, burnRate } = budget
  const left =
    leftSeconds < 0
      ? `overspent by ${minutes(-leftSeconds)}`
      : `${minutes(leftSeconds)} left (${Math.floor(remainingRatio * 100)}%)`
  return (
    <div className="panel p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <p>
          <strong className="font-semibold">{`Error budget: ${left}`}</strong>
        </p>
        <p className="number text-sm text-muted">{`objective ${percent(objective)} over ${days} days`}</p>
      </div>
      <BudgetBar share={spentSeconds / allowedSeconds} />
      <p className="number flex flex-wrap gap-x-6 text-sm text-muted">
        <span>{`${minutes(spentSeconds)} of ${minutes(allowedSeconds)} spent`}</span>
        <span title="1× spends exactly the whole budget in 30 days.">
          {`burn rate ${rate(burnRate.lastHour)} last hour, ${rate(burnRate.lastSixHours)} last 6 hours`}
        </span>
      </p>
    </div>
  )
}

/** Capped at the whole budget. The text beside it has the same value. */
function BudgetBar({ share }: { share: number }) {
  const spent = Math.min(1, share)
  return (
    <svg className="my-2 block h-3 w-full rounded-sm" aria-hidden="true">
      <rect width="100%" height="100%" className="fill-leaf" />
      <rect width={`${spent * 100}%`} height="100%" className={share >= 1 ? 'fill-fail' : 'fill-doubt'} />
    </svg>
  )
}

function Months({ label, months }: { label: string; months: readonly MonthlyAvailability[] }) {
  return (
    <Table label={label} first="Month">
      {months.map((month) => (
        <Row key={month.month} label="Month" name={month.month} availability={month} />
      ))}
    </Table>
  )
}

function Table({ label, first, children }: { label: string; first: string; children: ReactNode }) {
  return (
    <div className="panel sheet">
      <table className="rows" aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{first}</th>
            <th scope="col" className="figure">
              Availability
            </th>
            <th scope="col" className="figure">
              Not available
            </th>
            <th scope="col" className="figure">
              Maintenance
            </th>
            <th scope="col" className="figure">
              No data
            </th>
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}

function Row({ label, name, availability }: { label: string; name: string; availability: Availability }) {
  const { countedSeconds, availableSeconds, maintenanceSeconds, noSampleSeconds } = availability
  return (
    <tr className="row">
      <td data-label={label} className="number">
        {name}
      </td>
      <td data-label="Availability" className="figure">
        {countedSeconds === 0 ? (
          <span className="text-muted">no data</span>
        ) : (
          <strong className="font-semibold">{shareWords(availableSeconds, countedSeconds)}</strong>
        )}
      </td>
      <td data-label="Not available" className="figure">
        {duration(countedSeconds - availableSeconds)}
      </td>
      <td data-label="Maintenance" className="figure">
        {duration(maintenanceSeconds)}
      </td>
      <td data-label="No data" className="figure">
        {duration(noSampleSeconds)}
      </td>
    </tr>
  )
}

function duration(seconds: number): ReactNode {
  const whole = Math.round(seconds)
  return whole === 0 ? <span className="text-muted">none</span> : formatDuration(whole)
}

function minutes(seconds: number): string {
  const value = seconds / 60
  return `${value < 100 && !Number.isInteger(value) ? value.toFixed(1) : Math.round(value)} min`
}

function percent(ratio: number): string {
  return `${Number((ratio * 100).toFixed(3))}%`
}

function rate(burn: number | null): string {
  return burn === null ? 'unknown' : `${burn < 10 ? burn.toFixed(1) : Math.round(burn)}×`
}
