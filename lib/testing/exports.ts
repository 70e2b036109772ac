import type { ExportSummary } from '../listing/export/document'

export const EXPORT_REQUEST = {
  method: 'getCompressedAccountsByOwner',
  rows: 'accounts',
  params: {},
  network: 'devnet',
  from: null,
  limit: null,
  startedAt: '2026-11-20T13:14:15.016Z',
} as const

export const EXPORT_SUMMARY: ExportSummary = {
  rows: 3,
  repeatsRemoved: 1,
  slots: { from: 5, to: 9 },
  endedAt: '2026-11-20T13:15:00.000Z',
  complete: true,
  completeReason: 'the end was seen',
  cursor: null,
  sha256: 'abc',
}
