import { startWorker, type WorkerScope } from './worker.ts'

/** The document's types don't know what a service worker has. */
function isWorkerScope(scope: object): scope is WorkerScope {
  return 'registration' in scope && 'clients' in scope && 'skipWaiting' in scope
}

if (isWorkerScope(self)) startWorker(self)
