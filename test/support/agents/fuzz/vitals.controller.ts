import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Controller, Get } from '@nestjs/common';

/** Objects that a request must never reach. */
const SHARED = {
  Object: Object.prototype,
  Array: Array.prototype,
  Function: Function.prototype,
  String: String.prototype,
};
const OWN_NAMES = Object.fromEntries(
  Object.entries(SHARED).map(([name, object]) => [name, new Set(Reflect.ownKeys(object))]),
);

/** Tells how the process is: what no answer of the agent shows. */
@Controller('vitals')
export class VitalsController {
  private readonly loop = monitorEventLoopDelay({ resolution: 10 });

  constructor() {
    this.loop.enable();
  }

  /** Since it was asked last. */
  @Get()
  all(): object {
    const loopDelayMs = this.loop.max / 1e6;
    this.loop.reset();
    return { rss: process.memoryUsage.rss(), loopDelayMs, polluted: pollution() };
  }

  /** What is still held when everything else has been collected, in bytes. */
  @Get('held')
  async held(): Promise<object> {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    collect();
    // What has a finaliser goes only the next time.
    await delay(100);
    collect();
    const { heapUsed, external } = process.memoryUsage();
    return { bytes: heapUsed + external };
  }
}

/** Names that the shared prototypes did not have when the process began. */
function pollution(): string[] {
  return Object.entries(SHARED).flatMap(([name, object]) =>
    Reflect.ownKeys(object).flatMap((key) => (OWN_NAMES[name]?.has(key) ? [] : [`${name}.${String(key)}`])),
  );
}
