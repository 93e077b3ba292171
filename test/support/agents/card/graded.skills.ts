import { Injectable } from '@nestjs/common';
import { Skill } from '../../../../src/a2a/index.js';

/** A skill for everybody, which comes and goes with its group. FORECAST_TAG is another tag of it. */
const FORECAST = {
  id: 'forecast',
  name: '天气预报',
  description: 'Says how the weather will be – 明天的天气怎么样。',
  tags: ['weather', process.env.FORECAST_TAG ?? '天气'],
  examples: ['forecast for Zürich'],
};

/** A skill that a team adds later. */
const TIDES = {
  id: 'tides',
  name: 'Tides',
  description: 'Says when the water is high.',
  tags: ['sea', 'harbour'],
  examples: ['tides at Brest'],
};

/** Skills for everybody, for callers who have proved who they are, and for those of them who have a scope. */
@Injectable()
export class GradedSkills {
  @Skill({ ...FORECAST, run: 'inline', group: 'forecasts' })
  forecast(): string {
    return 'Fair.';
  }

  // Without examples, which is worth a warning.
  @Skill({
    id: 'audit',
    name: 'Audit',
    description: 'Audits the books.',
    tags: ['books'],
    run: 'inline',
    group: 'back-office',
    visibility: 'authenticated',
  })
  audit(): string {
    return 'In order.';
  }

  @Skill({
    id: 'erase',
    name: 'Erase',
    description: 'Erases the books.',
    tags: ['purge'],
    examples: ['erase last year'],
    run: 'inline',
    group: 'back-office',
    visibility: { scope: 'ops:erase' },
  })
  erase(): string {
    return 'Gone.';
  }
}

/** Is there when the agent is started with NEW_SKILL=true. */
@Injectable()
export class NewSkills {
  @Skill({ ...TIDES, run: 'inline' })
  tides(): string {
    return 'At noon.';
  }
}
