import { Controller, Get, Head } from '@nestjs/common';
import { Readiness } from './readiness.service.js';

/** Where a process says that it runs. */
export const LIVE_PATH = '/livez';
/** Where a process says whether work may be sent to it. */
export const READY_PATH = '/readyz';

/** Answers the probes of an orchestrator, in every role; nobody has to prove who they are. */
@Controller()
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  @Head(LIVE_PATH)
  headLive(): Response {
    return this.live();
  }

  /** 200 as long as the process can answer at all: restarting it would mend nothing else. */
  @Get(LIVE_PATH)
  live(): Response {
    return answer(200, { status: 'ok' });
  }

  @Head(READY_PATH)
  headReady(): Response {
    return this.ready();
  }

  /** 200, or 503 while the datastore is away and from the moment the process is told to end. */
  @Get(READY_PATH)
  ready(): Response {
    const { report } = this.readiness;
    return answer(report.status === 'ok' ? 200 : 503, report);
  }
}

function answer(status: number, body: object): Response {
  return Response.json(body, { status, headers: { 'cache-control': 'no-store' } });
}
