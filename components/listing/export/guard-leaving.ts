import type { ExportJob } from './export-job'

/** Has the browser ask before it closes or leaves the explorer while an export is open, for as long as it is. */
export function guardLeaving(job: ExportJob): void {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault()
  addEventListener('beforeunload', ask)
  const stop = job.subscribe(() => {
    if (job.isOpen) return
    removeEventListener('beforeunload', ask)
    stop()
  })
}
