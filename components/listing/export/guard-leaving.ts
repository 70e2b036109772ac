import type { ExportJob } from './export-job'

export function guardLeaving(job: ExportJob): void {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault()
  addEventListener('beforeunload', ask)
  const stop = job.subscribe(() => {
    if (job.isOpen) return
    removeEventListener('beforeunload', ask)
    stop()
  })
}
