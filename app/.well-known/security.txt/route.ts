import { subjectFileHandlers } from '@/lib/api/handlers'
import { answerSecurity } from '@/lib/site/crawlers'
import { configuration } from '@/lib/upstream/networks/networks'

export const { GET, HEAD, OPTIONS } = subjectFileHandlers(
  '/.well-known/security.txt',
  () => configuration().securityContact,
  answerSecurity,
)
