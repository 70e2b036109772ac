import { answerAccountExport } from '@/lib/account/export-api'
import { routeHandlers } from '@/lib/api/handlers'

export const { GET, HEAD, OPTIONS } = routeHandlers(answerAccountExport)
