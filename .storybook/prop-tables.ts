import type { ArgTypesEnhancer } from 'storybook/internal/types';

/** Shows the declared types and defaults in the props table, instead of kinds such as "union". */
export const declaredTypes: ArgTypesEnhancer = ({ argTypes, component }) =>
  Object.fromEntries(
    Object.entries(argTypes).map(([name, argType]) => {
      const declared = readDeclared(component, name);
      if (declared === undefined) return [name, argType];
      const { type, isRequired, fallback } = declared;
      const table = {
        ...argType.table,
        type: { summary: isRequired ? type : type.replace(/ \| undefined$/, '').replace(/^\((\(.*)\)$/, '$1') },
        ...(fallback !== undefined && { defaultValue: { summary: fallback } }),
      };
      return [name, { ...argType, table }];
    }),
  );

interface Declared {
  type: string;
  isRequired: boolean;
  fallback: string | undefined;
}

function readDeclared(component: unknown, name: string): Declared | undefined {
  const info = (component as Documented | undefined)?.__docgenInfo?.props?.[name];
  if (info?.tsType === undefined) return undefined;
  const { raw, name: kind } = info.tsType;
  const fallback = /@default (.+)/.exec(info.description ?? '')?.[1] ?? info.defaultValue?.value;
  return {
    type: (raw ?? kind).replaceAll(/\s+/g, ' '),
    isRequired: info.required === true,
    // The whole default is shown as code.
    fallback: fallback?.replaceAll('`', ''),
  };
}

/** The data that react-docgen, run by Storybook, attaches to a component. */
interface Documented {
  __docgenInfo?: {
    props?: Record<
      string,
      {
        tsType?: { name: string; raw?: string };
        required?: boolean;
        description?: string;
        defaultValue?: { value: string };
      }
    >;
  };
}
