import { Global, Injectable, Module } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { describe, expect, it } from 'vitest';
import { A2A_OPTIONS } from '../../options/a2a-options.js';
import { Skill, type SkillOptions } from '../face/index.js';
import { SkillsModule } from '../skills.module.js';
import { SkillDeclarationError, SkillRegistry } from './skill-registry.js';

const about = { id: 'a', name: 'A', description: 'Does a', tags: ['a'] };

async function registryOf(...options: SkillOptions[]): Promise<SkillRegistry> {
  const providers = options.map((option, index) => {
    class Host {
      run(): string {
        return 'done';
      }
    }
    Object.defineProperty(Host, 'name', { value: `Host${index}` });
    const descriptor = Object.getOwnPropertyDescriptor(Host.prototype, 'run') as TypedPropertyDescriptor<
      () => string
    >;
    (Skill(option) as MethodDecorator)(Host.prototype, 'run', descriptor);
    Injectable()(Host);
    return Host;
  });

  @Global()
  @Module({ providers: [{ provide: A2A_OPTIONS, useValue: {} }], exports: [A2A_OPTIONS] })
  class OptionsModule {}

  const module = await Test.createTestingModule({
    imports: [OptionsModule, SkillsModule],
    providers,
  }).compile();
  await module.init();
  return module.get(SkillRegistry);
}

describe('SkillRegistry', () => {
  it('finds decorated methods of any provider and fills in what they leave out', async () => {
    const registry = await registryOf(about, { ...about, id: 'b', run: 'inline' });
    expect(registry.all).toMatchObject([
      { id: 'a', run: 'queued', reply: 'task', concurrency: 1, attempts: 3, where: 'Host0.run' },
      { id: 'b', run: 'inline', attempts: 1 },
    ]);
  });

  it.each([
    ['a duplicate id', [about, about], 'Host1.run: the id "a" is taken by Host0.run'],
    ['no tags', [{ ...about, tags: [] }], 'Host0.run: tags'],
    ['an empty tag', [{ ...about, tags: [' '] }], 'Host0.run: tags'],
    ['an empty description', [{ ...about, description: '' }], 'Host0.run: description'],
    ['a media type that is none', [{ ...about, inputModes: ['text'] }], '"text" is not a media type'],
    ['a direct reply of a queued skill', [{ ...about, reply: 'message' } as never], `needs run: 'inline'`],
    [
      'a scope that no token can name',
      [{ ...about, visibility: { scope: 'a b' } }],
      'visibility.scope must be',
    ],
    ['a group with spaces', [{ ...about, group: 'a b' }], 'group must be'],
    ['no attempts', [{ ...about, run: { attempts: 0 } }], 'run.attempts must be'],
  ] satisfies [string, SkillOptions[], string][])(
    'refuses %s, naming class and method',
    async (_, options, fault) => {
      const error: unknown = await registryOf(...options).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(SkillDeclarationError);
      expect(String(error)).toContain(fault);
    },
  );

  it('lists every fault at once', async () => {
    await expect(registryOf({ ...about, tags: [], description: '' })).rejects.toThrow(
      /description[\s\S]*tags/,
    );
  });
});
